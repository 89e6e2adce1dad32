"""The game-neutral ground: flow, decisions, chance, ledgers, views, logs and saves."""
