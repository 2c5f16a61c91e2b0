"""Final boards asked for, question by question."""
