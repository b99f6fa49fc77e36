"""Selection of sentences without a model: an index of the text, an order of its units, a filling of the budget."""

from .select import extract

__all__ = ["extract"]
