"""Row tables in files: data sets, CSV, SQLite, spreadsheets."""
