-- Evaluations by recipe and position, one row for each pass, written once. A
-- row's digest covers its place as well as its body, so that a row which has got
-- under another position, pass or recipe is noticed.

CREATE TABLE recipes (
    id          INTEGER PRIMARY KEY,
    fingerprint TEXT NOT NULL UNIQUE, -- SHA-256 of the recipe's canonical JSON, hex
    recipe      TEXT                  -- that JSON; NULL until it is registered
);

CREATE TABLE evaluations (
    recipe   INTEGER NOT NULL REFERENCES recipes (id),
    position TEXT    NOT NULL, -- position key
    pass     TEXT    NOT NULL, -- 'deep' or 'wide'
    body     BLOB    NOT NULL, -- canonical bytes of package encoding
    digest   BLOB    NOT NULL, -- SHA-256 over fingerprint, position, pass and body
    used     INTEGER NOT NULL, -- day of last use, days since 1970-01-01 UTC
    PRIMARY KEY (recipe, position, pass)
) WITHOUT ROWID;
