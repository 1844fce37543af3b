import type { Migration } from '../migrate.ts';

export const journal0008: Migration = {
  name: 'journal-0008-reconciliation',
  sql: `
CREATE TABLE reconciliation_settings (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), value TEXT NOT NULL) STRICT;

-- What people matched by hand. Never changed: one that was wrong is taken back, and stays readable.
CREATE TABLE manual_match (
  match_id TEXT PRIMARY KEY,
  comparison TEXT NOT NULL,
  currency TEXT NOT NULL,
  -- Theirs less ours.
  difference_minor INTEGER NOT NULL,
  remark TEXT NOT NULL CHECK (remark <> '' OR difference_minor = 0),
  by TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX manual_match_by_time ON manual_match(comparison, at_ms, match_id);
CREATE TRIGGER manual_match_no_update BEFORE UPDATE ON manual_match BEGIN SELECT RAISE(ABORT, 'matches are kept'); END;
CREATE TRIGGER manual_match_no_delete BEFORE DELETE ON manual_match BEGIN SELECT RAISE(ABORT, 'matches are kept'); END;
CREATE TABLE manual_match_member (
  match_id TEXT NOT NULL REFERENCES manual_match(match_id),
  comparison TEXT NOT NULL,
  side TEXT NOT NULL CHECK (side IN ('ours', 'theirs')),
  item_id TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  standing INTEGER NOT NULL CHECK (standing IN (0, 1)),
  PRIMARY KEY (match_id, side, item_id)
) STRICT, WITHOUT ROWID;
-- Each item is in at most one match that stands.
CREATE UNIQUE INDEX manual_match_member_one_standing ON manual_match_member(comparison, side, item_id) WHERE standing = 1;
CREATE TRIGGER manual_match_member_no_delete BEFORE DELETE ON manual_match_member BEGIN SELECT RAISE(ABORT, 'matches are kept'); END;
CREATE TRIGGER manual_match_member_no_update BEFORE UPDATE ON manual_match_member
WHEN NEW.match_id <> OLD.match_id OR NEW.comparison <> OLD.comparison OR NEW.side <> OLD.side OR NEW.item_id <> OLD.item_id
  OR NEW.amount_minor <> OLD.amount_minor OR NEW.standing <> 0
  OR NOT EXISTS (SELECT 1 FROM manual_match_taken_back AS t WHERE t.match_id = OLD.match_id)
BEGIN SELECT RAISE(ABORT, 'matches are kept'); END;
CREATE TABLE manual_match_taken_back (
  match_id TEXT PRIMARY KEY REFERENCES manual_match(match_id),
  reason TEXT NOT NULL CHECK (reason <> ''),
  by TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE TRIGGER manual_match_taken_back_no_update BEFORE UPDATE ON manual_match_taken_back BEGIN SELECT RAISE(ABORT, 'matches are kept'); END;
CREATE TRIGGER manual_match_taken_back_no_delete BEFORE DELETE ON manual_match_taken_back BEGIN SELECT RAISE(ABORT, 'matches are kept'); END;
CREATE TRIGGER manual_match_stands_no_more AFTER INSERT ON manual_match_taken_back BEGIN
  UPDATE manual_match_member SET standing = 0 WHERE match_id = NEW.match_id AND standing = 1;
END;

-- What people decided of an exception. Its key outlives every run; the version says which amounts were decided on.
CREATE TABLE exception_decision (
  seq INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('assigned', 'resolved', 'written-off', 'reopened')),
  version TEXT NOT NULL,
  owner TEXT,
  due_on TEXT,
  remark TEXT NOT NULL CHECK (remark <> '' OR kind = 'assigned'),
  -- Written off: theirs less ours.
  amount_minor INTEGER CHECK ((amount_minor IS NULL) = (kind <> 'written-off')),
  currency TEXT CHECK ((currency IS NULL) = (kind <> 'written-off')),
  approved_by TEXT,
  by TEXT NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX exception_decision_by_key ON exception_decision(key, seq);
CREATE TRIGGER exception_decision_no_update BEFORE UPDATE ON exception_decision BEGIN SELECT RAISE(ABORT, 'decisions are kept'); END;
CREATE TRIGGER exception_decision_no_delete BEFORE DELETE ON exception_decision BEGIN SELECT RAISE(ABORT, 'decisions are kept'); END;
-- INSERT OR REPLACE deletes without the trigger above: only the next number may come in.
CREATE TRIGGER exception_decision_only_next BEFORE INSERT ON exception_decision
WHEN NEW.seq <> (SELECT COALESCE(MAX(seq), 0) + 1 FROM exception_decision)
BEGIN SELECT RAISE(ABORT, 'decisions are kept'); END;

-- The sum of the decisions, one row a key, for lists.
CREATE TABLE exception_now (
  key TEXT PRIMARY KEY,
  state TEXT NOT NULL CHECK (state IN ('open', 'resolved', 'written-off')),
  version TEXT NOT NULL,
  owner TEXT,
  due_on TEXT,
  remark TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX exception_now_by_owner ON exception_now(owner, key) WHERE owner IS NOT NULL;
CREATE INDEX exception_now_decided ON exception_now(key) WHERE state <> 'open';
CREATE TRIGGER exception_decision_sums AFTER INSERT ON exception_decision BEGIN
  INSERT INTO exception_now (key, state, version, owner, due_on, remark)
  VALUES (
    NEW.key,
    CASE NEW.kind WHEN 'resolved' THEN 'resolved' WHEN 'written-off' THEN 'written-off' ELSE 'open' END,
    NEW.version, NEW.owner, NEW.due_on, NEW.remark
  )
  ON CONFLICT(key) DO UPDATE SET
    state = CASE NEW.kind WHEN 'assigned' THEN state ELSE excluded.state END,
    version = CASE NEW.kind WHEN 'assigned' THEN version ELSE excluded.version END,
    owner = CASE NEW.kind WHEN 'assigned' THEN excluded.owner ELSE owner END,
    due_on = CASE NEW.kind WHEN 'assigned' THEN excluded.due_on ELSE due_on END,
    remark = CASE NEW.remark WHEN '' THEN remark ELSE excluded.remark END;
END;
`,
};
