"""For people: words, views and drawings."""
