"""How often the strength tables are wrong: many analyses of data whose truth is known."""
