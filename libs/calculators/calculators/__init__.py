"""The law over HTTP: the stateless calculators every service mounts."""
