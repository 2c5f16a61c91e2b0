"""Score boards."""
