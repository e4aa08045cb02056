"""The tables of gis, every growing one keyed by city first.

Geometry is WKB in EPSG:26915 (meters). Where the server has PostGIS, migration 0002 adds to the tables in
`SHAPED` a generated column `geom` with an index; nothing here depends on it.
"""

from gis.storage.tables.choices import address_choices as address_choices
from gis.storage.tables.county_imports import county_import_findings as county_import_findings
from gis.storage.tables.county_imports import county_import_parts as county_import_parts
from gis.storage.tables.county_imports import county_imports as county_imports
from gis.storage.tables.land import addresses as addresses
from gis.storage.tables.land import parcel_links as parcel_links
from gis.storage.tables.land import parcel_versions as parcel_versions
from gis.storage.tables.land import parcels as parcels
from gis.storage.tables.land import parties as parties
from gis.storage.tables.maps import features as features
from gis.storage.tables.maps import generation_numbers as generation_numbers
from gis.storage.tables.maps import generations as generations
from gis.storage.tables.maps import layers as layers
from gis.storage.tables.maps import register_entries as register_entries
from gis.storage.tables.notices import notice_lists as notice_lists
from gis.storage.tables.ownership import conveyances as conveyances
from gis.storage.tables.ownership import owner_candidates as owner_candidates
from gis.storage.tables.ownership import ownership_changes as ownership_changes
from gis.storage.tables.schema import metadata as metadata

SHAPED = ("parcels", "parcel_versions", "addresses", "features")
"""Tables with a `wkb` column, which PostGIS indexes."""
