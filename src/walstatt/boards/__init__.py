"""Boards: where things stand, how far apart they are and what lies between them."""

from walstatt.kernel.errors import WalstattError


class BoardError(WalstattError):
    """A board is described wrongly or was asked about a place it does not have."""
