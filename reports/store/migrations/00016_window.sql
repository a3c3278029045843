-- The table of tasks is the list of work: what comes next is chosen from it, event by event, so that Redis
-- holds a window only. An evaluation names its recipe, and is for engines of that recipe alone. No index but those of
-- open and given-up tasks depends on the state, so that many tasks are cancelled at once.

-- fingerprint; empty where it does not matter
ALTER TABLE tasks ADD COLUMN recipe TEXT NOT NULL DEFAULT '';
DROP INDEX tasks_open;
DROP INDEX tasks_by_event;
DROP INDEX tasks_by_group;
CREATE INDEX tasks_by_event ON tasks (event, kind);
CREATE INDEX tasks_waiting ON tasks (kind, event, created, id) WHERE state = 'open';
CREATE INDEX tasks_given_up ON tasks (event, kind) WHERE state = 'dead';
CREATE INDEX journal_by_kind ON journal (event, kind, seq);
