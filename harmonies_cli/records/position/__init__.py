"""Final boards as typed: reading, checking, scoring."""
