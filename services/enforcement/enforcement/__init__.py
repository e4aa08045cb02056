"""The enforcement service: complaints, cases, notices, abatement, and what it costs."""
