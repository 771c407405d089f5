"""A series between two entrants, with an optional sequential test that ends it as soon as the answer is known."""
