"""Many records at once: chunks of them, and the processes that work on chunks."""
