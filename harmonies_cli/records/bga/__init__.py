"""Board Game Arena: logs, saved replay pages, page states, captures, and the checks of their results."""
