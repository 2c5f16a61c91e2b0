"""Personal boards and habitats drawn: as SVG, as PNG, and as characters on a terminal."""
