"""Pebbles: a tiny game in which every way of going on, asking, rolling and failing occurs once."""
