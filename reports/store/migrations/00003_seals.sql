-- What binds rows to the moment at which this program wrote them. Whoever
-- changes a row behind its back leaves a row that is not as it was sealed.
-- The migration itself then seals what there is by now (seal_existing.go).

-- One entry for each transaction that wrote rows, each chained to the one before.
-- Nothing here is ever changed.
CREATE TABLE seals (
    seq          INTEGER NOT NULL, -- from 1, without gaps
    body         BLOB    NOT NULL, -- what was written, packed; seal.go says how
    audit        INTEGER NOT NULL, -- end of the audit chain at that time
    audit_digest TEXT    NOT NULL,
    prev         TEXT    NOT NULL,
    digest       TEXT    NOT NULL,
    PRIMARY KEY (seq)
);
-- The end of the chain, one row: whoever appends holds it.
CREATE TABLE seal_head (
    one    INTEGER NOT NULL CHECK (one = 1),
    seq    INTEGER NOT NULL,
    digest TEXT    NOT NULL,
    PRIMARY KEY (one)
);
INSERT INTO seal_head (one, seq, digest)
VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');

-- How many evaluations there are under a recipe, and the sum of their digests,
-- as numbers of 256 bits.
CREATE TABLE evaluation_sums (
    recipe   INTEGER NOT NULL REFERENCES recipes (id),
    passes   INTEGER NOT NULL,
    sum      TEXT    NOT NULL, -- 64 hexadecimal digits
    PRIMARY KEY (recipe)
);

-- Grants that one administrator has proposed and that wait for somebody else.
CREATE TABLE grant_proposals (
    token      TEXT    NOT NULL REFERENCES tokens (id),
    role       TEXT    NOT NULL,
    event      TEXT    NOT NULL,
    case_id    TEXT    NOT NULL,
    federation TEXT    NOT NULL,
    proposer   TEXT    NOT NULL REFERENCES tokens (id),
    created    INTEGER NOT NULL,
    PRIMARY KEY (token, role, event, case_id, federation)
);
