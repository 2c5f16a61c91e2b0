"""Read stacks from a photograph of a board, as proposals for the editor."""
