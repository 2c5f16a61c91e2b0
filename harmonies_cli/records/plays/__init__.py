"""Plays logged in other programs, and results written in one line (docs/plays.md)."""
