"""Programs that play: what a bot sees and answers, the bots that come with the package, and how others are found."""
