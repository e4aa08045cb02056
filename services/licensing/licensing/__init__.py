"""Licenses: applications for them, their terms, violations, transfers and ends, by the law of the packs."""
