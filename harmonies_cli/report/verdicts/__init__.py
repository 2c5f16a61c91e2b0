"""Verdicts and faults in words."""
