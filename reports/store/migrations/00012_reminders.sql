-- Reminders of what is due in cases, so that none is sent twice. They name a case by its
-- number and nobody.

CREATE TABLE reminders (
    case_number TEXT    NOT NULL,
    what        TEXT    NOT NULL, -- is due, as package complaint calls it
    due         INTEGER NOT NULL,
    nearness    TEXT    NOT NULL, -- 'soon', 'today' or 'overdue'
    carrier     TEXT    NOT NULL, -- 'log', 'webhook', or 'mail' and an address
    attempts    INTEGER NOT NULL,
    next        INTEGER NOT NULL, -- attempt is not made before
    sent        INTEGER NOT NULL, -- 1 once it is
    PRIMARY KEY (case_number, what, due, nearness, carrier)
);
