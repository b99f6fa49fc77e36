"""Shortening that tells what it took away: segments, the rules of level 1, and the pipeline over them."""
