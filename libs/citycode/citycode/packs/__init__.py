"""Reading packs: YAML with line numbers, models of each element, all errors at once."""
