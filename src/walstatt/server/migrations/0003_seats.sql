-- A link that was sent to a friend is an invitation: it lets him sit down once, and nothing else.
ALTER TABLE keys ADD COLUMN invites INTEGER NOT NULL DEFAULT 0;

-- Invitations that somebody has sat down with, so that it can be said why they are worth nothing.
CREATE TABLE spent (
    hash BLOB PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX spent_by_table ON spent (table_id);

-- What the server itself says in the chat: a message as JSON, instead of a text.
ALTER TABLE chat ADD COLUMN note BLOB;

-- Turns that somebody is being told of, one row for each way. The content is not kept, as it holds
-- a key: after a restart it is written anew, if it is still that person's turn.
CREATE TABLE notices (
    id INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat TEXT NOT NULL,
    channel TEXT NOT NULL,
    due REAL NOT NULL,
    sending INTEGER NOT NULL DEFAULT 0  -- whether it may be on its way: then it is not sent again
) STRICT;

CREATE UNIQUE INDEX notices_by_place ON notices (table_id, seat, channel);
