"""Files kept by the hash of their content in a folder, and what is looked at before one is kept."""
