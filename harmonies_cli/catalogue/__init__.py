"""Facts about the game and the program to look up: cards, rulings, codes."""
