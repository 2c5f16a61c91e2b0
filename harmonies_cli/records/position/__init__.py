"""Read, check and score typed final boards."""
