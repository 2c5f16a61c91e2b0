"""Games played by bots: deals from a seed, the driver, many games at once, tournaments."""
