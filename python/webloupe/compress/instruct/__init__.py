"""Level 2 with a model: a task and a structure go out with the text, what comes back is checked against it.

The model itself is behind `asking.Ask`: nothing here knows a network.
"""
