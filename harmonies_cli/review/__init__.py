"""What each turn of a recorded game cost against the best turn found, and how sure that is."""
