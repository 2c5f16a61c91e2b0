"""Ask for final boards, question by question."""
