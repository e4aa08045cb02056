"""What case services share over HTTP: wire shapes, problems, routes of shared records."""
