"""Plays logged in other programs, and results on one line (docs/plays.md)."""
