"""What a final board is worth."""
