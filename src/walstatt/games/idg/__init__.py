"""In Death Ground."""
