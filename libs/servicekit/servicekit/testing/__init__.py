"""What the tests of services share: a PostgreSQL for the session, a client with proof and tokens."""
