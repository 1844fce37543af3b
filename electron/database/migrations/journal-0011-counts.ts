import type { Migration } from '../migrate.ts';

/**
 * A count is of each terminal's own totals now. Older counts, by payment type, stay as they were typed; their terminal and side
 * are empty.
 */
export const journal0011: Migration = {
  name: 'journal-0011-counts',
  sql: `
-- Fixed when the count begins, by the settings of the branch.
ALTER TABLE closing ADD COLUMN count_by TEXT NOT NULL DEFAULT 'type' CHECK (count_by IN ('terminal', 'type'));
ALTER TABLE closing ADD COLUMN count_slips INTEGER NOT NULL DEFAULT 0 CHECK (count_slips IN (0, 1));

ALTER TABLE closing_count RENAME TO closing_count_before;
CREATE TABLE closing_count (
  closing_id TEXT NOT NULL REFERENCES closing(closing_id),
  attempt INTEGER NOT NULL,
  terminal_id TEXT NOT NULL,
  side TEXT NOT NULL CHECK (side IN ('', 'sales', 'returns')),
  currency TEXT NOT NULL,
  payment_type TEXT NOT NULL,
  typed TEXT NOT NULL,
  counted_minor INTEGER,
  slips_typed TEXT,
  slips INTEGER,
  at_ms INTEGER NOT NULL,
  by TEXT NOT NULL,
  PRIMARY KEY (closing_id, attempt, terminal_id, side, currency, payment_type)
) STRICT, WITHOUT ROWID;
INSERT INTO closing_count
  SELECT closing_id, attempt, '', '', currency, payment_type, typed, counted_minor, NULL, NULL, at_ms, by FROM closing_count_before;
DROP TABLE closing_count_before;

ALTER TABLE closing_explanation RENAME TO closing_explanation_before;
CREATE TABLE closing_explanation (
  closing_id TEXT NOT NULL REFERENCES closing(closing_id),
  terminal_id TEXT NOT NULL,
  side TEXT NOT NULL CHECK (side IN ('', 'sales', 'returns')),
  currency TEXT NOT NULL,
  payment_type TEXT NOT NULL,
  -- Both are what was explained: another difference wants another explanation.
  difference_minor TEXT NOT NULL,
  slips_difference INTEGER NOT NULL,
  reason TEXT NOT NULL,
  note TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  by TEXT NOT NULL,
  PRIMARY KEY (closing_id, terminal_id, side, currency, payment_type)
) STRICT, WITHOUT ROWID;
INSERT INTO closing_explanation
  SELECT closing_id, '', '', currency, payment_type, difference_minor, 0, reason, note, at_ms, by FROM closing_explanation_before;
DROP TABLE closing_explanation_before;
`,
};
