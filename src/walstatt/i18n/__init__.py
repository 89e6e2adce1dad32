"""What Walstatt says, in every language it speaks."""
