-- What each game adds to a screening, as it was scored: a game that is added to an
-- event costs that game, and not all the others again. It follows from games and
-- evaluations and is made of them again where it is missing. The name is of all
-- that it depends on, the digest of the name and the body.

CREATE TABLE sheets (
    name    TEXT    NOT NULL PRIMARY KEY,
    created INTEGER NOT NULL,
    digest  TEXT    NOT NULL,
    body    BLOB    NOT NULL
);
CREATE INDEX sheets_by_age ON sheets (created);
