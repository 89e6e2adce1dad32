"""Batches of games: played anywhere with the same results, interrupted and resumed, and rated."""
