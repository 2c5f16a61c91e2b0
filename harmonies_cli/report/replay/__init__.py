"""Replays of games: turn by turn on a terminal, as a transcript, and as a page."""
