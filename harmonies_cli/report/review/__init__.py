"""Reviews of games: as text, Markdown, JSON and CSV."""
