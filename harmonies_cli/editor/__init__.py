"""The position editor: a page in the browser, served to this machine only."""
