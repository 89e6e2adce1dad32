"""The laboratory: thousands of games over scenarios, options, levels and armies, and a report."""
