"""The coach: what each decision of a match cost, what luck gave, and positions worth solving."""
