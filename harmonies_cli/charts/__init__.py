"""Charts of the strength tables: functions that take matplotlib axes, draw, and return them."""
