"""Cacao: workers on a chessboard of jungle and plantations."""
