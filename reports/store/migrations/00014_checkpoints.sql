-- Signed notes on where the chains ended (checkpoint.go). They also leave the machine.

CREATE TABLE checkpoints (
    seq      INTEGER NOT NULL, -- from 1
    at       INTEGER NOT NULL,
    cause    TEXT    NOT NULL, -- 'hour', 'closing', 'package', 'case_file' or 'restore'
    document TEXT    NOT NULL, -- SHA-256 of what it was made for, hexadecimal, or empty
    note     TEXT    NOT NULL, -- signed; it covers the seal of this row
    PRIMARY KEY (seq)
);
