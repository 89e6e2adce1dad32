"""The workshop: what proves and measures games, whatever their rules."""
