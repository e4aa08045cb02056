"""GIS: parcels, districts, neighbors, owners."""
