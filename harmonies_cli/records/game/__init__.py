"""Recorded games: replayed, checked, their results compared."""
