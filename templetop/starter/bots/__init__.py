"""For bots: what moves look like, and what a seat may know."""
