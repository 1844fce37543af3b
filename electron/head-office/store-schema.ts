/** The tables of `head-office.sqlite`. The file may be deleted: everything in it is read again. */
import type { Migration } from '../database/migrate.ts';

export const storeMigrations: readonly Migration[] = [
  {
    name: 'head-office-0001-entries',
    sql: `
CREATE TABLE epoch (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), epoch TEXT NOT NULL) STRICT;
CREATE TABLE pc (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  branch TEXT NOT NULL,
  last_entry_at_ms INTEGER,
  withdrawn_at_ms INTEGER,
  broken_seq INTEGER,
  broken_problem TEXT
) STRICT, WITHOUT ROWID;
-- Verified entries only, this PC's own among them. Of its own it also keeps which entry of the journal it was made of.
CREATE TABLE entry (
  pc TEXT NOT NULL,
  seq INTEGER NOT NULL,
  environment TEXT NOT NULL,
  merchant TEXT NOT NULL,
  branch TEXT NOT NULL,
  kind TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  body TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL,
  signature TEXT NOT NULL,
  journal_seq INTEGER,
  journal_hash TEXT,
  -- What a list is filtered by; null where the entry is of no kind that is shown.
  actor TEXT,
  action TEXT,
  search TEXT,
  PRIMARY KEY (pc, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX entry_newest ON entry (at_ms, pc, seq) WHERE action IS NOT NULL;
`,
  },
  {
    name: 'head-office-0002-home',
    // Kept on this PC, because it decides while head office is not reached.
    sql: 'ALTER TABLE pc ADD COLUMN is_home INTEGER NOT NULL DEFAULT 0;',
  },
  {
    name: 'head-office-0003-closes',
    // Filled from the entries (store-shown.ts), those among them that were read by a Closeout that showed none of it.
    sql: `
CREATE TABLE shown (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), version INTEGER NOT NULL) STRICT;
-- Each close as its last entry says. z_seq: the entry with its last Z.
CREATE TABLE close (
  pc TEXT NOT NULL,
  closing_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  z_seq INTEGER,
  branch_key TEXT NOT NULL,
  branch_name TEXT,
  business_date TEXT NOT NULL,
  state TEXT NOT NULL,
  number INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  differing INTEGER NOT NULL,
  PRIMARY KEY (pc, closing_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX close_newest ON close (business_date, pc, closing_id);
CREATE INDEX close_of_branch ON close (branch_key, business_date, pc, closing_id);
CREATE TABLE close_entry (
  pc TEXT NOT NULL, closing_id TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (pc, closing_id, seq)
) STRICT, WITHOUT ROWID;
-- How each branch stood when its PC told it last.
CREATE TABLE reading (
  pc TEXT NOT NULL, branch_key TEXT NOT NULL, at_ms INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (pc, branch_key)
) STRICT, WITHOUT ROWID;
`,
  },
  {
    name: 'head-office-0004-approvals',
    sql: `
-- Movements that were sent for approval: their first entry, the last that said how they stand, the last decision that was declined.
CREATE TABLE approval (
  pc TEXT NOT NULL,
  request_id TEXT NOT NULL,
  asked_seq INTEGER,
  last_seq INTEGER NOT NULL,
  declined_seq INTEGER,
  state TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (pc, request_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX approval_newest ON approval (state, at_ms);
-- Decisions on them, of every PC that may be seen from here.
CREATE TABLE decision (
  of_pc TEXT NOT NULL, request_id TEXT NOT NULL, pc TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (of_pc, request_id, pc, seq)
) STRICT, WITHOUT ROWID;
-- Decisions on requests of this PC, as the server gave them: each was verified by itself, for this PC may not see all the entries of
-- the other. Where one does not fit, \`problem\` says why.
CREATE TABLE decided (
  hash TEXT PRIMARY KEY,
  pc TEXT NOT NULL,
  pc_name TEXT NOT NULL,
  branch TEXT NOT NULL,
  is_withdrawn INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  body TEXT NOT NULL,
  problem TEXT
) STRICT, WITHOUT ROWID;
`,
  },
  {
    name: 'head-office-0005-changes',
    // So that a reader of closes takes in what has changed since, and knows a copy of the record that was begun anew.
    sql: `
CREATE TABLE copy (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), id TEXT NOT NULL, last_change INTEGER NOT NULL) STRICT;
ALTER TABLE close ADD COLUMN change_no INTEGER NOT NULL DEFAULT 0;
CREATE INDEX close_changed ON close (change_no);
`,
  },
  {
    name: 'head-office-0006-whole',
    // A copy that was read half knows of a close that it does not have nothing at all.
    sql: 'ALTER TABLE copy ADD COLUMN is_whole INTEGER NOT NULL DEFAULT 0;',
  },
  {
    name: 'head-office-0007-long-records',
    // Bodies are too large for a table that is its own index. An index of each PC's own entries is written at its ends only.
    sql: `
CREATE TABLE head (pc TEXT PRIMARY KEY, seq INTEGER NOT NULL, hash TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO head SELECT pc, seq, hash FROM entry WHERE (pc, seq) IN (SELECT pc, max(seq) FROM entry GROUP BY pc);
-- What a filter of Activity can name.
CREATE TABLE named (
  pc TEXT NOT NULL, what TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (pc, what, text)
) STRICT, WITHOUT ROWID;
INSERT INTO named SELECT DISTINCT pc, 'actor', actor FROM entry WHERE action IS NOT NULL AND actor IS NOT NULL;
INSERT INTO named SELECT DISTINCT pc, 'action', action FROM entry WHERE action IS NOT NULL;
CREATE TABLE kept (
  id INTEGER PRIMARY KEY,
  pc TEXT NOT NULL,
  seq INTEGER NOT NULL,
  environment TEXT NOT NULL,
  merchant TEXT NOT NULL,
  branch TEXT NOT NULL,
  kind TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  body TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL,
  signature TEXT NOT NULL,
  journal_seq INTEGER,
  journal_hash TEXT,
  -- What a list is filtered by; null where the entry is of no kind that is shown.
  actor TEXT,
  action TEXT,
  search TEXT,
  UNIQUE (pc, seq)
) STRICT;
INSERT INTO kept SELECT NULL, * FROM entry ORDER BY pc, seq;
DROP TABLE entry;
ALTER TABLE kept RENAME TO entry;
CREATE INDEX entry_newest ON entry (pc, at_ms, seq) WHERE action IS NOT NULL;
`,
  },
  {
    name: 'head-office-0008-people',
    sql: `
CREATE TABLE people_change (
  seq INTEGER PRIMARY KEY,
  pc TEXT NOT NULL,
  environment TEXT NOT NULL,
  merchant TEXT NOT NULL,
  branch TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  body TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL,
  signature TEXT NOT NULL,
  public_key TEXT NOT NULL
) STRICT;
`,
  },
  {
    name: 'head-office-0009-unread',
    // Entries of closes that are of no form that is known here: a newer Closeout wrote them.
    sql: 'CREATE TABLE unread_close (pc TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (pc, seq)) STRICT, WITHOUT ROWID;',
  },
  {
    name: 'head-office-0010-unread-closes',
    // Filled anew from the entries. `close`: its id, or the number of the entry where that says none.
    sql: `
DROP TABLE unread_close;
CREATE TABLE unread_close (pc TEXT NOT NULL, close TEXT NOT NULL, PRIMARY KEY (pc, close)) STRICT, WITHOUT ROWID;
`,
  },
  {
    name: 'head-office-0011-apart',
    // Why this PC was set apart from the chain. It holds until a contact goes well, also while head office is not reached.
    sql: 'CREATE TABLE apart (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), failure TEXT NOT NULL) STRICT;',
  },
  {
    name: 'head-office-0012-told',
    // Filled in slices from the entries (store-take-over.ts). The columns actor, action and search of an entry are not used any more.
    sql: `
CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
-- What entries of one PC say. A small one takes more of them.
CREATE TABLE told_pack (
  id INTEGER PRIMARY KEY,
  pc INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  first_ms INTEGER NOT NULL,
  last_ms INTEGER NOT NULL,
  packed BLOB NOT NULL
) STRICT;
CREATE INDEX told_pack_of ON told_pack (pc, first_ms, last_ms);
CREATE INDEX told_pack_small ON told_pack (pc) WHERE entries < 200;
-- pc, actor and action are words. place: which one of its pack it is.
CREATE TABLE told (
  pc INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  actor INTEGER NOT NULL,
  action INTEGER NOT NULL,
  pack INTEGER NOT NULL,
  place INTEGER NOT NULL,
  PRIMARY KEY (pc, at_ms, seq)
) STRICT, WITHOUT ROWID;
DROP INDEX entry_newest;
-- Up to which version what an older Closeout kept among the entries was taken over.
CREATE TABLE taken (only_one INTEGER PRIMARY KEY CHECK (only_one = 1), version INTEGER NOT NULL) STRICT;
`,
  },
  {
    name: 'head-office-0013-readings-of-branches',
    sql: 'CREATE INDEX reading_of_branch ON reading (branch_key, pc);',
  },
  {
    name: 'head-office-0014-archived',
    // How many entries of a PC were archived before this PC read them.
    sql: 'ALTER TABLE pc ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;',
  },
];
