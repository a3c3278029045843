-- A row's digest covers its place as well as its body, so that a row which has
-- got under another position, pass or recipe is noticed. What the old digests
-- cannot vouch for is forgotten: evaluations can be computed again. The column
-- has a new name, so that an older program stops instead of writing old digests.

-- +goose Up
DROP TABLE evaluations;

CREATE TABLE evaluations (
    recipe   INTEGER NOT NULL REFERENCES recipes (id),
    position TEXT    NOT NULL, -- position key
    pass     TEXT    NOT NULL, -- 'deep' or 'wide'
    body     BLOB    NOT NULL, -- canonical bytes of package encoding
    digest   BLOB    NOT NULL, -- SHA-256 over fingerprint, position, pass and body
    used     INTEGER NOT NULL, -- day of last use, days since 1970-01-01 UTC
    PRIMARY KEY (recipe, position, pass)
) WITHOUT ROWID;

-- +goose Down
DROP TABLE evaluations;

CREATE TABLE evaluations (
    recipe   INTEGER NOT NULL REFERENCES recipes (id),
    position TEXT    NOT NULL,
    pass     TEXT    NOT NULL,
    body     BLOB    NOT NULL,
    sha256   BLOB    NOT NULL, -- SHA-256 of body
    used     INTEGER NOT NULL,
    PRIMARY KEY (recipe, position, pass)
) WITHOUT ROWID;
