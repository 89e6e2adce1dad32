"""Scenes: what a person sees of any game, as data for the browser, the terminal and the tests."""
