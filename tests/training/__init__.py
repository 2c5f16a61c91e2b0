"""Scripts that made the bots' data: run by hand, on seeds that no test and no strength table uses."""
