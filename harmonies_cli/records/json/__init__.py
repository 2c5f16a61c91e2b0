"""JSON as people type it: parsing, hints, locations, quotations, layout."""
