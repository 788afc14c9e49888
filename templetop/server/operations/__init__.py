"""Whatever acts on the whole server: runner, health, metrics, retention, deletion, export, admin.

It knows all packages of the server.
"""
