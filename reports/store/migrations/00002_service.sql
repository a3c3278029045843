-- What the service keeps. Times are microseconds since 1970-01-01 UTC, 0 for
-- never; truth values 0 and 1; digests SHA-256 in hexadecimal digits; empty text
-- and 0 stand for what is not known. Bodies are packed with Zstandard.

CREATE TABLE events (
    id             TEXT    NOT NULL PRIMARY KEY,
    name           TEXT    NOT NULL,
    site           TEXT    NOT NULL,
    federation     TEXT    NOT NULL,
    starts         TEXT    NOT NULL, -- YYYY-MM-DD
    ends           TEXT    NOT NULL,
    time_class     TEXT    NOT NULL,
    rule_set       TEXT    NOT NULL,
    planned_rounds INTEGER NOT NULL,
    players        INTEGER NOT NULL,
    state          TEXT    NOT NULL, -- 'open', 'paused' or 'closed'
    live           INTEGER NOT NULL,
    games          INTEGER NOT NULL, -- generation
    version        INTEGER NOT NULL,
    created        INTEGER NOT NULL
);
CREATE INDEX events_by_federation ON events (federation, id);

-- A file as it was received. Its chunks are there before it is.
CREATE TABLE uploads (
    sha256   TEXT    NOT NULL PRIMARY KEY,
    size     INTEGER NOT NULL,
    received INTEGER NOT NULL
);
CREATE TABLE upload_chunks (
    sha256 TEXT    NOT NULL,
    n      INTEGER NOT NULL, -- from 0
    body   BLOB    NOT NULL, -- as received, not packed
    PRIMARY KEY (sha256, n)
);

CREATE TABLE batches (
    id        TEXT    NOT NULL PRIMARY KEY,
    event     TEXT    NOT NULL REFERENCES events (id),
    seq       INTEGER NOT NULL, -- within the event, from 1
    state     TEXT    NOT NULL, -- 'waiting', 'done' or 'failed'
    reason    TEXT    NOT NULL,
    counts    TEXT    NOT NULL, -- JSON
    created   INTEGER NOT NULL,
    token     TEXT    NOT NULL,
    UNIQUE (event, seq)
);
CREATE TABLE batch_files (
    batch  TEXT    NOT NULL REFERENCES batches (id),
    n      INTEGER NOT NULL, -- from 0
    sha256 TEXT    NOT NULL REFERENCES uploads (sha256),
    name   TEXT    NOT NULL,
    PRIMARY KEY (batch, n)
) WITHOUT ROWID;
CREATE TABLE outcomes (
    batch  TEXT    NOT NULL REFERENCES batches (id),
    n      INTEGER NOT NULL, -- from 1
    file   TEXT    NOT NULL,
    number INTEGER NOT NULL, -- of the game in the file
    line   INTEGER NOT NULL,
    kind   TEXT    NOT NULL, -- 'new', 'known', 'corrected', 'bad' or 'cut'
    game   TEXT    NOT NULL,
    reason TEXT    NOT NULL,
    token  TEXT    NOT NULL,
    PRIMARY KEY (batch, n)
) WITHOUT ROWID;
CREATE TABLE idempotency_keys (
    token   TEXT    NOT NULL,
    name    TEXT    NOT NULL, -- the key
    digest  TEXT    NOT NULL, -- of the request
    batch   TEXT    NOT NULL,
    created INTEGER NOT NULL,
    PRIMARY KEY (token, name)
) WITHOUT ROWID;

CREATE TABLE games (
    sha256     TEXT    NOT NULL PRIMARY KEY, -- of the body, unpacked
    id         TEXT    NOT NULL,
    body       BLOB    NOT NULL,
    white      TEXT    NOT NULL,
    black      TEXT    NOT NULL,
    white_fide TEXT    NOT NULL,
    black_fide TEXT    NOT NULL,
    round      TEXT    NOT NULL,
    played     TEXT    NOT NULL, -- date, as its tag says
    result     TEXT    NOT NULL,
    plies      INTEGER NOT NULL
);
-- Which games an event has. A corrected game keeps its place.
CREATE TABLE event_games (
    event  TEXT    NOT NULL REFERENCES events (id),
    seq    INTEGER NOT NULL, -- within the event, from 1
    game   TEXT    NOT NULL, -- games.id
    sha256 TEXT    NOT NULL REFERENCES games (sha256),
    batch  TEXT    NOT NULL REFERENCES batches (id),
    file   TEXT    NOT NULL,
    number INTEGER NOT NULL,
    line   INTEGER NOT NULL,
    PRIMARY KEY (event, seq),
    UNIQUE (event, game)
) WITHOUT ROWID;
-- What the last batch says about each file beside its games.
CREATE TABLE event_inputs (
    event  TEXT    NOT NULL REFERENCES events (id),
    n      INTEGER NOT NULL, -- within the event, from 1
    file   TEXT    NOT NULL,
    errors TEXT    NOT NULL, -- JSON
    notes  TEXT    NOT NULL, -- JSON
    PRIMARY KEY (event, n),
    UNIQUE (event, file)
) WITHOUT ROWID;

CREATE TABLE tasks (
    id             TEXT    NOT NULL PRIMARY KEY,
    kind           TEXT    NOT NULL,
    event          TEXT    NOT NULL,
    subject        TEXT    NOT NULL,
    task_group     TEXT    NOT NULL,
    priority       INTEGER NOT NULL,
    state          TEXT    NOT NULL, -- 'open', 'done', 'dead' or 'cancelled'
    attempts       INTEGER NOT NULL,
    reason_kind    TEXT    NOT NULL,
    reason_code    TEXT    NOT NULL,
    reason         TEXT    NOT NULL,
    positions      INTEGER NOT NULL,
    positions_done INTEGER NOT NULL,
    created        INTEGER NOT NULL,
    changed        INTEGER NOT NULL
);
CREATE INDEX tasks_open ON tasks (id) WHERE state = 'open';
CREATE INDEX tasks_by_event ON tasks (event, kind, state);
CREATE INDEX tasks_by_group ON tasks (task_group, state);

CREATE TABLE report_bodies (
    id   TEXT NOT NULL PRIMARY KEY, -- SHA-256 of the body, unpacked
    body BLOB NOT NULL
);
-- One body may answer several questions.
CREATE TABLE reports (
    name    TEXT    NOT NULL PRIMARY KEY, -- what was asked for
    event   TEXT    NOT NULL REFERENCES events (id),
    seq     INTEGER NOT NULL, -- within the event, from 1
    id      TEXT    NOT NULL REFERENCES report_bodies (id),
    kind    TEXT    NOT NULL,
    test    TEXT    NOT NULL,
    created INTEGER NOT NULL,
    UNIQUE (event, seq)
);
CREATE INDEX reports_by_id ON reports (id);
CREATE TABLE performances (
    seq     INTEGER PRIMARY KEY,
    report  TEXT    NOT NULL REFERENCES report_bodies (id),
    event   TEXT    NOT NULL REFERENCES events (id),
    n       INTEGER NOT NULL, -- within the report, from 0
    kind    TEXT    NOT NULL,
    player  TEXT    NOT NULL,
    name    TEXT    NOT NULL,
    fide_id TEXT    NOT NULL,
    rating  INTEGER NOT NULL,
    games   INTEGER NOT NULL,
    moves   INTEGER NOT NULL,
    body    TEXT    NOT NULL, -- JSON
    UNIQUE (report, event, n)
);
CREATE INDEX performances_by_event ON performances (event, seq);
CREATE INDEX performances_by_player ON performances (player, seq);
CREATE INDEX performances_by_fide_id ON performances (fide_id, seq);

CREATE TABLE tests (
    id         TEXT    NOT NULL PRIMARY KEY,
    event      TEXT    NOT NULL REFERENCES events (id),
    seq        INTEGER NOT NULL, -- within the event, from 1
    kind       TEXT    NOT NULL,
    request    TEXT    NOT NULL, -- JSON
    task_group TEXT    NOT NULL,
    report     TEXT    NOT NULL,
    created    INTEGER NOT NULL,
    token      TEXT    NOT NULL,
    UNIQUE (event, seq)
);

CREATE TABLE tokens (
    id        TEXT    NOT NULL PRIMARY KEY,
    name      TEXT    NOT NULL,
    digest    TEXT    NOT NULL UNIQUE, -- of the secret
    created   INTEGER NOT NULL,
    expires   INTEGER NOT NULL,
    last_used INTEGER NOT NULL,
    revoked   INTEGER NOT NULL
);
CREATE TABLE grants (
    token      TEXT NOT NULL REFERENCES tokens (id),
    role       TEXT NOT NULL,
    event      TEXT NOT NULL,
    case_id    TEXT NOT NULL,
    federation TEXT NOT NULL,
    PRIMARY KEY (token, role, event, case_id, federation)
) WITHOUT ROWID;

-- Who did or read what, each entry chained to the one before. Nothing here is
-- ever changed.
CREATE TABLE audit (
    seq      INTEGER NOT NULL, -- from 1, without gaps
    happened INTEGER NOT NULL,
    token    TEXT    NOT NULL,
    role     TEXT    NOT NULL,
    action   TEXT    NOT NULL,
    subject  TEXT    NOT NULL,
    detail   TEXT    NOT NULL,
    prev     TEXT    NOT NULL,
    digest   TEXT    NOT NULL,
    PRIMARY KEY (seq)
);
-- The end of the chain, one row: whoever appends holds it.
CREATE TABLE audit_head (
    one    INTEGER NOT NULL CHECK (one = 1),
    seq    INTEGER NOT NULL,
    digest TEXT    NOT NULL,
    PRIMARY KEY (one)
);
INSERT INTO audit_head (one, seq, digest)
VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');
