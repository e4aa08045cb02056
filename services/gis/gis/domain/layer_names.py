"""Layers that every city has, by name."""

ZONING = "zoning_districts"
JURISDICTIONS = "jurisdictions"
"""Who governs where; a feature's code is the city's slug, or none outside the cities served."""
COVERAGE = "parcel_coverage"
"""Where parcels are loaded."""
