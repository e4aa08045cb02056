"""Everything on one machine: embedded database, processes, tokens, sample data."""
