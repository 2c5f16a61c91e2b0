"""Records as row tables, the data sets that hold them, and what is computed from them."""
