"""Reading pages: media types, readers, HTML, the budget."""
