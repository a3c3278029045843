-- What an arbiter or organiser states of an event beyond its name, place and days:
-- mode, system, time control, prize fund and more, as JSON (tournament.Facts).

CREATE TABLE event_facts (
    event TEXT NOT NULL PRIMARY KEY REFERENCES events (id),
    body  TEXT NOT NULL
);
