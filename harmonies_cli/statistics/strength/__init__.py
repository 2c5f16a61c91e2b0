"""The strength tables (METRICS.md), each computed from a sample of the row tables."""
