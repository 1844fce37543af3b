import type { Migration } from '../migrate.ts';

/** Rows that could not be read and that a person had acknowledged all the same, as they came; and which close names them. */
export const journal0012: Migration = {
  name: 'journal-0012-unreadable',
  sql: `
ALTER TABLE ack_snapshot ADD COLUMN unreadable TEXT NOT NULL DEFAULT '[]';
CREATE INDEX ack_snapshot_over_unreadable ON ack_snapshot(terminal_id) WHERE unreadable <> '[]';
CREATE TABLE closing_unreadable (
  closing_id TEXT NOT NULL REFERENCES closing(closing_id),
  op_id TEXT NOT NULL REFERENCES operation(op_id),
  row_id TEXT NOT NULL,
  PRIMARY KEY (closing_id, op_id, row_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX closing_unreadable_by_operation ON closing_unreadable(op_id, row_id);
`,
};
