"""Board Game Arena: logs, saved replay pages, page states, captures, and what their results are checked by."""
