"""Row tables of records, the data sets that hold them, and the statistics computed from them."""
