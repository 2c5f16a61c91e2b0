"""The schemas, and their faults in words."""
