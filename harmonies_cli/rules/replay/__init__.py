"""A game replayed turn by turn, up to the first broken rule."""
