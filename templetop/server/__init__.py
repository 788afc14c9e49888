"""The web table: people and bots at one table, over HTTP and WebSockets."""
