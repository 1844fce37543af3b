import type { Migration } from '../migrate.ts';

const valueTable = (name: string): string => `
ALTER TABLE ${name} RENAME TO ${name}_old;
CREATE TABLE ${name} (terminal_id TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
INSERT INTO ${name} SELECT terminal_id, json_object('terminalId', terminal_id, 'label', label, 'branchId', branch_id,
  'branchName', branch_name, 'model', model, 'serialNumber', serial_number, 'raw', raw) FROM ${name}_old;
DROP TABLE ${name}_old;
`;

/** A terminal is stored as it was read, as settled rows are: what the list says of it later needs no column. */
export const cache0011: Migration = {
  name: 'cache-0011-terminal-values',
  sql: valueTable('terminal') + valueTable('terminal_before'),
};
