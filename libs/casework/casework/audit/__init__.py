"""The verifier: whether what a service remembers is what was written, and where it first is not."""
