-- Rows that let somebody in carry a mark made with the key of the server, which is not
-- in the database (serverkey.go). What was made before is marked once, when a server
-- with its key first opens the database; everybody signs in anew.

-- With which key the rows are marked, one row.
CREATE TABLE server_key (
    one      INTEGER NOT NULL CHECK (one = 1),
    key      TEXT    NOT NULL, -- its id
    database TEXT    NOT NULL, -- 16 random bytes, hexadecimal: names this database in checkpoints
    since    INTEGER NOT NULL,
    mark     TEXT    NOT NULL,
    PRIMARY KEY (one)
);

-- grows with every change of the token and its grants
ALTER TABLE tokens ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
-- of the token and all of its grants
ALTER TABLE tokens ADD COLUMN mark TEXT NOT NULL DEFAULT '';
ALTER TABLE grant_proposals ADD COLUMN mark TEXT NOT NULL DEFAULT '';
ALTER TABLE sign_ins ADD COLUMN mark TEXT NOT NULL DEFAULT '';
ALTER TABLE drafts ADD COLUMN mark TEXT NOT NULL DEFAULT '';
-- of what decides who sees the event
ALTER TABLE events ADD COLUMN mark TEXT NOT NULL DEFAULT '';
-- of the case and all of its parties
ALTER TABLE cases ADD COLUMN mark TEXT NOT NULL DEFAULT '';
ALTER TABLE data_requests ADD COLUMN mark TEXT NOT NULL DEFAULT '';
DELETE FROM sign_ins;
DELETE FROM drafts;
