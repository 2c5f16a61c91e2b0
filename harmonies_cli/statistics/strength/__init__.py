"""The strength tables (docs/statistics.md), each computed from a sample of the row tables."""
