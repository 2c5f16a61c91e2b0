"""How often the strength tables are wrong: many analyses of data of which the truth is known."""
