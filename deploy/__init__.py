"""Ways to put the system somewhere: on this machine, in images."""
