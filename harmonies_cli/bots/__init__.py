"""Programs that play: what a bot sees and answers, the built-in bots, and how others are found."""
