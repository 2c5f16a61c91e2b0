"""Facts of the game and of the program to look up: cards, rulings, codes."""
