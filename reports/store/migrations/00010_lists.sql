-- Rating lists have a sum of the digests of their players, which is sealed, and may be
-- replaced for a reason.
ALTER TABLE fide_lists ADD COLUMN repeated INTEGER NOT NULL DEFAULT 0;
ALTER TABLE fide_lists ADD COLUMN sum TEXT NOT NULL DEFAULT '';
ALTER TABLE fide_lists ADD COLUMN replaces TEXT NOT NULL DEFAULT '';
ALTER TABLE fide_lists ADD COLUMN reason TEXT NOT NULL DEFAULT '';
