"""What is looked up, written for people and for programs."""
