"""An analysis as files: tables, charts, a summary for programs, a page, and a few lines for the terminal."""
