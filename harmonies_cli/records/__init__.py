"""Records: files and the notation, turned into positions and games of the rules."""
