"""Programs that play: what a bot sees and answers, the built-in bots, and the registry of others."""
