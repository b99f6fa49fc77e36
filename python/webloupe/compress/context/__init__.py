"""Level 3: what a query needs of everything known, within a budget of tokens; and the tree of it."""
