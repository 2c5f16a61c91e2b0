"""Games between bots: deals from a seed, the driver, many games at once, tournaments."""
