"""The row tables: the rows that each record becomes."""
