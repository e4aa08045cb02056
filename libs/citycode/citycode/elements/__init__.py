"""Compiled elements of a pack and what each kind answers. Pure: no files, no clock."""
