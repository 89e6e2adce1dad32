-- Tables, their logs, their keys and their chat; accounts; notices to be sent.

CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    state TEXT NOT NULL,
    listed INTEGER NOT NULL,
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    wakes INTEGER NOT NULL,  -- whether something goes on without visitors: a computer, a clock
    record BLOB NOT NULL     -- everything else, as JSON
) STRICT, WITHOUT ROWID;

CREATE INDEX tables_by_state ON tables (state, changed);
CREATE INDEX tables_by_change ON tables (changed);

CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (table_id, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshots (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    data BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE keys (
    hash BLOB PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    host INTEGER NOT NULL,
    seats BLOB NOT NULL,
    by_notice INTEGER NOT NULL,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX keys_by_table ON keys (table_id);

CREATE TABLE chat (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    id INTEGER NOT NULL,
    who TEXT NOT NULL,
    seat TEXT NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    PRIMARY KEY (table_id, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE contacts (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat TEXT NOT NULL,
    mail TEXT NOT NULL,
    hook TEXT NOT NULL,
    language TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE outbox (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat TEXT NOT NULL,
    seq INTEGER NOT NULL,   -- the entry that made it the seat's turn
    due REAL NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    at INTEGER NOT NULL,
    fault TEXT NOT NULL,    -- its class
    message TEXT NOT NULL,
    command BLOB NOT NULL,
    trace TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE accounts (
    name TEXT PRIMARY KEY COLLATE NOCASE,
    password TEXT NOT NULL,
    mail TEXT NOT NULL DEFAULT '',
    language TEXT NOT NULL DEFAULT 'en',
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
    hash BLOB PRIMARY KEY,
    account TEXT NOT NULL COLLATE NOCASE REFERENCES accounts (name) ON DELETE CASCADE,
    created INTEGER NOT NULL,
    used INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX sessions_by_account ON sessions (account);

-- Keys an account keeps, so that its games are found again.
CREATE TABLE kept (
    account TEXT NOT NULL COLLATE NOCASE,
    hash BLOB NOT NULL REFERENCES keys (hash) ON DELETE CASCADE,
    PRIMARY KEY (account, hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX kept_by_hash ON kept (hash);
