"""Computer players: one interface for all levels of all games, and never a look at the truth."""
