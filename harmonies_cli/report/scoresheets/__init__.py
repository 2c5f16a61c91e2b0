"""Scoresheets in every format."""
