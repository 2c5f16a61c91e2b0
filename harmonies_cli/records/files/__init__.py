"""Files of any kind: paths, addresses, containers, and output that is complete or absent."""
