"""The editor of positions: a page in the browser, served to this machine alone."""
