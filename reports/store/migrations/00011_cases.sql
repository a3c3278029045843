-- Complaints. What people write in a case is sealed with AES-256-GCM under a key of that case
-- (case_keys), so that destroying the key erases it; the rest stays readable. Entries are only
-- added; the digest of each covers the one before it in the same case.

CREATE TABLE cases (
    id      TEXT    NOT NULL PRIMARY KEY,
    event   TEXT    NOT NULL, -- events.id, empty where there is none
    state   TEXT    NOT NULL, -- after the last entry
    arbiter INTEGER NOT NULL, -- 1 while it is open to the chief arbiter of the event
    entries INTEGER NOT NULL,
    opened  INTEGER NOT NULL, -- microseconds since 1970-01-01 UTC, as all times
    changed INTEGER NOT NULL,
    closed  INTEGER NOT NULL, -- 0 while it is open
    erased  INTEGER NOT NULL  -- 0 while its key lives
);

CREATE TABLE case_entries (
    case_id TEXT    NOT NULL REFERENCES cases (id),
    seq     INTEGER NOT NULL, -- within the case, from 1, without gaps
    kind    TEXT    NOT NULL,
    state   TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    author  TEXT    NOT NULL, -- ID of a token
    body    BLOB    NOT NULL, -- sealed JSON
    digest  TEXT    NOT NULL, -- SHA-256, hexadecimal
    PRIMARY KEY (case_id, seq)
);

-- Who has a part in a case: the holder of a token, or a federation.
CREATE TABLE case_parties (
    case_id    TEXT    NOT NULL REFERENCES cases (id),
    role       TEXT    NOT NULL,
    token      TEXT    NOT NULL,
    federation TEXT    NOT NULL,
    entry      INTEGER NOT NULL, -- by which
    PRIMARY KEY (case_id, role, token, federation)
);
CREATE INDEX case_parties_by_federation ON case_parties (federation);

-- Files handed in. What a file is and how it is called is sealed with it.
CREATE TABLE case_blobs (
    case_id TEXT    NOT NULL REFERENCES cases (id),
    id      TEXT    NOT NULL,
    size    INTEGER NOT NULL, -- bytes of the file
    chunks  INTEGER NOT NULL,
    added   INTEGER NOT NULL,
    author  TEXT    NOT NULL,
    facts   BLOB    NOT NULL, -- sealed JSON
    digest  TEXT    NOT NULL, -- SHA-256 of the sealed chunks, one after the other
    PRIMARY KEY (case_id, id)
);

-- Chunks without a row in case_blobs are of a file that is just being handed in, or was cut off.
CREATE TABLE case_blob_chunks (
    case_id TEXT    NOT NULL REFERENCES cases (id),
    blob    TEXT    NOT NULL,
    n       INTEGER NOT NULL, -- from 0
    body    BLOB    NOT NULL, -- sealed
    PRIMARY KEY (case_id, blob, n)
);

-- A backup has these in a file of its own.
CREATE TABLE case_keys (
    id   TEXT NOT NULL PRIMARY KEY, -- cases.id or data_requests.id
    body BLOB NOT NULL
);

-- A hold keeps a case from being erased, until it is released; entries of the case do both.
CREATE TABLE holds (
    case_id TEXT    NOT NULL REFERENCES cases (id),
    seq     INTEGER NOT NULL, -- of the entry
    step    TEXT    NOT NULL, -- 'set' or 'released'
    at      INTEGER NOT NULL,
    author  TEXT    NOT NULL,
    body    BLOB    NOT NULL, -- the reason, sealed
    PRIMARY KEY (case_id, seq)
);

-- What people ask of the data that is held of them, step by step.
CREATE TABLE data_requests (
    id     TEXT    NOT NULL,
    seq    INTEGER NOT NULL, -- within the request, from 1, without gaps
    what   TEXT    NOT NULL,
    state  TEXT    NOT NULL,
    at     INTEGER NOT NULL,
    due    INTEGER NOT NULL,
    author TEXT    NOT NULL,
    body   BLOB    NOT NULL, -- sealed JSON
    PRIMARY KEY (id, seq)
);
