"""What every package of the server needs: settings, refusals, limits, mail, logs, client addresses.

It knows the engine, `api_models` and `translations`, and nothing else of the server.
"""
