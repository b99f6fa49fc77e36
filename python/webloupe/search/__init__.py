"""Search: a ring of services, each one file; pure but for the sender that the ring is given."""
