"""The server: tables at which people and computers play, over HTTP and websockets."""
