"""Permits: applications, hearings, decisions, permits, inspections."""
