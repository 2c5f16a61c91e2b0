"""Results to send to others: a message, a picture, buttons on a page."""
