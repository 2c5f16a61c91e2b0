"""Charts of the strength tables: functions that take matplotlib axes, draw on them, and return them."""
