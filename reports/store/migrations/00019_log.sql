-- One log: the seals chain the audit as they chain all else (log_migration.go follows the chain that it had to its end before
-- this). The columns audit and audit_digest of seals say where that chain ended; they are 0 and empty from now on.

ALTER TABLE audit DROP COLUMN prev;
ALTER TABLE audit DROP COLUMN digest;
DROP TABLE audit_head;
