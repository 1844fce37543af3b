import type { Migration } from '../migrate.ts';

/** Whether a row's amount came with the noise of a binary float. Rows that are stored were read exactly. */
export const cache0008: Migration = {
  name: 'cache-0008-noisy',
  sql: 'ALTER TABLE pos_transaction ADD COLUMN noisy INTEGER NOT NULL DEFAULT 0 CHECK (noisy IN (0, 1));',
};
