"""Plays logged in other programs, and results written on one line (docs/plays.md)."""
