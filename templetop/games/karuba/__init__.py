"""Karuba: paths through the jungle, the same tiles for everyone."""
