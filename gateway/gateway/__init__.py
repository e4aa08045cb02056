"""One door: routing, identity, limits, the combined API."""
