"""The rows of the score pad, in its order (docs/rules.md, 7. Scoring)."""

__all__ = ["CLAIMED_ROWS", "LANDSCAPE_ROWS", "POINT_ROWS", "ROWS"]

LANDSCAPE_ROWS = ("trees", "mountains", "fields", "buildings", "water")
"""What a board alone is worth."""
POINT_ROWS = (*LANDSCAPE_ROWS, "animals", "spirit")
"""The rows that add up to the total."""
ROWS = (*LANDSCAPE_ROWS, "landscapes", "animals", "spirit", "total")
"""All rows, with the sums."""
CLAIMED_ROWS = (*ROWS, "suns")
"""The rows that a record may claim."""
