"""Process many records at once: chunks, and the processes that work on them."""
