"""Usage: a log of every call that left the machine, and day tables made from it."""
