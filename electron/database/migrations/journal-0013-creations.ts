import type { Migration } from '../migrate.ts';

/**
 * Attempts to make something at the gateway that moves no money by itself. One whose result is not known may have made it: it is
 * not made again before a whole list lacked it and a person decided. `creation_id` goes with the request.
 */
export const journal0013: Migration = {
  name: 'journal-0013-creations',
  sql: `
CREATE TABLE creation (
  creation_id TEXT PRIMARY KEY,
  what TEXT NOT NULL,
  reference TEXT NOT NULL,
  customer TEXT,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  -- JSON: what was asked for.
  request TEXT NOT NULL,
  by TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  -- 'sent' is not known as well once nobody waits for its answer.
  state TEXT NOT NULL CHECK (state IN ('sent', 'done', 'refused', 'not-known', 'made-again', 'dropped')),
  ended_at_ms INTEGER,
  -- When a whole list, read after it was sent, did not have it.
  absent_at_ms INTEGER
) STRICT;
CREATE INDEX creation_open ON creation(what, at_ms) WHERE state IN ('sent', 'not-known');
CREATE INDEX creation_by_time ON creation(what, at_ms);
`,
};
