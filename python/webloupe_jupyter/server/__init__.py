"""The server extension: the operations over HTTP, for the side panel and for outputs without a kernel.

Imported by Jupyter's server alone, never by a kernel.
"""
