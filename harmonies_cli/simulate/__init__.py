"""Games played by bots: dealing from a seed, the driver, many games at once, tournaments."""
