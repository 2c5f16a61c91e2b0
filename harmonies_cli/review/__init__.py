"""The cost of each turn of a recorded game against the best turn found, and how certain that cost is."""
