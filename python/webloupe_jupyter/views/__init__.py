"""What cells show: one view a kind of result."""
