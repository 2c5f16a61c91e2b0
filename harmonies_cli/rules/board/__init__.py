"""The board and its facts: sides, tokens, stacks, cards, habitats."""
