"""What people look up, written for people and for programs."""
