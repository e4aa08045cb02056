"""What the tables of gis are declared on."""

from servicekit.database import new_metadata
from servicekit.tables import kit_tables

metadata = new_metadata()
kit_tables(metadata)
