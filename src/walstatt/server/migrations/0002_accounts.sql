-- Names are compared by their key, so that no two accounts can be mistaken for each other.

ALTER TABLE accounts ADD COLUMN key TEXT NOT NULL DEFAULT '';

CREATE UNIQUE INDEX accounts_by_key ON accounts (key);

CREATE INDEX sessions_by_use ON sessions (used);

-- What the administrator wants done by the server that has the tables in its memory.
CREATE TABLE control (
    id INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL,
    deed TEXT NOT NULL,
    args BLOB NOT NULL,     -- JSON
    asked REAL NOT NULL,
    taken REAL,             -- when a server began with it
    reply BLOB              -- JSON, when it is done
) STRICT;
