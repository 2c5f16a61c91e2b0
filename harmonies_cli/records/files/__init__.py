"""Files as they come: paths, addresses, containers, and output that is whole or absent."""
