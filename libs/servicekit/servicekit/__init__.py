"""Web plumbing without a domain word: app factory, problems, identity, idempotency, events, clock."""
