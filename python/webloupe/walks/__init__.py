"""The walks: what a call passes through, step by step. Only here are rooms joined; `session.py` is their face."""
