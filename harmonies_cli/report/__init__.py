"""Scoresheets, boards and replays as text, tables, pictures and pages."""
