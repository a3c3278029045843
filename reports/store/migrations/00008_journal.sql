-- What people write about an event: who takes part, when rounds are played, whom to
-- watch, what an arbiter saw, which duties are done. Entries are only added; the digest
-- of each covers the one before it in the same event.

CREATE TABLE journal (
    event   TEXT    NOT NULL REFERENCES events (id),
    seq     INTEGER NOT NULL, -- within the event, from 1, without gaps
    kind    TEXT    NOT NULL,
    at      INTEGER NOT NULL, -- microseconds since 1970-01-01 UTC
    author  TEXT    NOT NULL, -- ID of a token
    body    TEXT    NOT NULL, -- JSON
    digest  TEXT    NOT NULL, -- SHA-256, hexadecimal
    PRIMARY KEY (event, seq)
);

-- FIDE's rating lists, for looking players up. They are sealed from version 10 on.
CREATE TABLE fide_lists (
    sha256   TEXT    NOT NULL PRIMARY KEY, -- of the file
    file     TEXT    NOT NULL,
    month    TEXT    NOT NULL, -- YYYY-MM
    class    TEXT    NOT NULL, -- 'standard', 'rapid', 'blitz', or 'all'
    players  INTEGER NOT NULL,
    faulty   INTEGER NOT NULL, -- lines that could not be read
    imported INTEGER NOT NULL,
    UNIQUE (month, class)
);
-- Rows whose list is not there are of an import that is under way or was cut off.
CREATE TABLE fide_players (
    list       TEXT    NOT NULL, -- fide_lists.sha256
    id         TEXT    NOT NULL, -- FIDE id
    name       TEXT    NOT NULL,
    federation TEXT    NOT NULL,
    sex        TEXT    NOT NULL,
    title      TEXT    NOT NULL,
    born       INTEGER NOT NULL, -- year
    inactive   INTEGER NOT NULL,
    standard   INTEGER NOT NULL,
    standard_k INTEGER NOT NULL,
    rapid      INTEGER NOT NULL,
    rapid_k    INTEGER NOT NULL,
    blitz      INTEGER NOT NULL,
    blitz_k    INTEGER NOT NULL,
    PRIMARY KEY (list, id)
) WITHOUT ROWID;
