"""What a reader may need of a text, found class by class: addresses, figures, dates, code, rows, headings, words."""
