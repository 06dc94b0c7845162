"""What makes the site out of engine and records: the MkDocs plugin and the Pyodide runtime."""
