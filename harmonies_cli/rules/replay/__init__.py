"""Replay a game turn by turn, up to the first broken rule."""
