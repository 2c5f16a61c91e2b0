"""Drawings of personal boards and habitats: as SVG, as PNG, and as characters on a terminal."""
