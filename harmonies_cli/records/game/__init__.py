"""Replay and check recorded games, and compare their results."""
