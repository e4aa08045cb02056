"""Paper: what is printed and mailed."""
