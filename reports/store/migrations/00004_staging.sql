-- What a large batch brings is put down in pieces, so that nobody who writes has
-- to wait long, and becomes the event's in one step at the end. A stage is named
-- by the SHA-256 of all that belongs to it: whoever begins it again writes the
-- same rows.

CREATE TABLE staged_games (
    stage  TEXT    NOT NULL,
    batch  TEXT    NOT NULL REFERENCES batches (id),
    seq    INTEGER NOT NULL,
    game   TEXT    NOT NULL,
    sha256 TEXT    NOT NULL,
    file   TEXT    NOT NULL,
    number INTEGER NOT NULL,
    line   INTEGER NOT NULL,
    PRIMARY KEY (stage, seq)
) WITHOUT ROWID;
CREATE INDEX staged_games_by_batch ON staged_games (batch);
CREATE TABLE staged_outcomes (
    stage  TEXT    NOT NULL,
    batch  TEXT    NOT NULL REFERENCES batches (id),
    n      INTEGER NOT NULL,
    file   TEXT    NOT NULL,
    number INTEGER NOT NULL,
    line   INTEGER NOT NULL,
    kind   TEXT    NOT NULL,
    game   TEXT    NOT NULL,
    reason TEXT    NOT NULL,
    token  TEXT    NOT NULL,
    PRIMARY KEY (stage, n)
) WITHOUT ROWID;
CREATE INDEX staged_outcomes_by_batch ON staged_outcomes (batch);
