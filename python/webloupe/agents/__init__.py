"""Tools for agents: plain functions, their JSON Schema, and answers that a page cannot break out of."""
