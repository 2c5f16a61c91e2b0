"""Cards, rulings and fault codes to look up, for people and for programs."""
