"""The shape of each file and element of a pack. JSON Schema for editors is made from these models."""
