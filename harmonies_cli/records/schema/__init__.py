"""The schemas, and the words for their faults."""
