"""The arena: bots play tournaments, and what comes of them says how good each is."""
