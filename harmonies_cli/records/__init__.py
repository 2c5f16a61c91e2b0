"""Records: read files and the notation, and turn them into positions and games of the rules."""
