import type { Migration } from '../migrate.ts';

export const journal0005: Migration = {
  name: 'journal-0005-z-lost',
  sql: `
-- Zs that were given in a journal which was lost: their numbers are never given again.
CREATE TABLE z_lost (
  branch_key TEXT NOT NULL,
  number INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  PRIMARY KEY (branch_key, number)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER z_lost_no_delete BEFORE DELETE ON z_lost BEGIN SELECT RAISE(ABORT, 'a lost Z stays noted'); END;

DROP TRIGGER z_document_only_next;
-- A number follows the last one of its branch, here or lost; a revision follows the last one of its number.
CREATE TRIGGER z_document_only_next BEFORE INSERT ON z_document
WHEN NEW.revision <> 1 + MAX(
    (SELECT COALESCE(MAX(revision), 0) FROM z_document WHERE branch_key = NEW.branch_key AND number = NEW.number),
    (SELECT COALESCE(MAX(revision), 0) FROM z_lost WHERE branch_key = NEW.branch_key AND number = NEW.number))
  OR (NEW.revision > 1 AND NOT EXISTS (SELECT 1 FROM z_document WHERE branch_key = NEW.branch_key AND number = NEW.number))
  OR (NEW.revision = 1 AND NEW.number <> 1 + MAX(
    (SELECT COALESCE(MAX(number), 0) FROM z_document WHERE branch_key = NEW.branch_key),
    (SELECT COALESCE(MAX(number), 0) FROM z_lost WHERE branch_key = NEW.branch_key)))
BEGIN SELECT RAISE(ABORT, 'the numbers of a branch have no gaps'); END;
`,
};
