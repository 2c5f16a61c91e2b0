"""The rules of the game: boards, stacks, cards, scoring, replay. Knows nothing of records, files or printing."""
