"""County files: what columns they have, and how rows are read from every format they come in."""
