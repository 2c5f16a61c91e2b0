"""The row tables: what each record becomes."""
