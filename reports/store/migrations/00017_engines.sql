-- The engines with which the processes on this database work, so that all of them have the same: what they evaluate is one
-- body of evidence, and makes one report. A process that starts alone brings its own.

CREATE TABLE engines (
    recipe      TEXT    NOT NULL PRIMARY KEY, -- name: 'quick', 'full' or 'second'
    fingerprint TEXT    NOT NULL,             -- of the recipe
    engine      TEXT    NOT NULL,             -- as reports name it, JSON
    joined      INTEGER NOT NULL              -- when somebody last brought it alone
);
