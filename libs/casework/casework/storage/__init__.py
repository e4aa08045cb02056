"""The tables of casework and the only SQL on them. Stores take the connection of a running transaction."""
