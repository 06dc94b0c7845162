"""Commands that set the project up, serve it and keep its lists; `make` calls them."""
