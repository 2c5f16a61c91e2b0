"""What made the bots' data: run by hand, on seeds that no test and no table of strength uses."""
