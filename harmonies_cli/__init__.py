"""Score, check and study games of the board game Harmonies."""

__version__ = "0.1.0"
