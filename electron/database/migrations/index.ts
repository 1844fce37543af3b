/** All migrations of the four files, in order. A landed one is never edited: add a file and a line. */
import type { Migration } from '../migrate.ts';
import { cache0001 } from './cache-0001-lists.ts';
import { cache0002 } from './cache-0002-terminals-before.ts';
import { cache0003 } from './cache-0003-settled-sync.ts';
import { cache0004 } from './cache-0004-settled-method.ts';
import { cache0005 } from './cache-0005-early.ts';
import { cache0006 } from './cache-0006-figures.ts';
import { cache0007 } from './cache-0007-kinds.ts';
import { cache0008 } from './cache-0008-noisy.ts';
import { cache0009 } from './cache-0009-payments.ts';
import { cache0010 } from './cache-0010-settled-fast.ts';
import { cache0011 } from './cache-0011-terminal-values.ts';
import { cache0012 } from './cache-0012-unreadable.ts';
import { cache0013 } from './cache-0013-checkouts.ts';
import { cache0014 } from './cache-0014-kept-lists.ts';
import { cache0015 } from './cache-0015-settled-shown.ts';
import { cache0016 } from './cache-0016-find.ts';
import { cache0017 } from './cache-0017-saved-cards.ts';
import { cache0018 } from './cache-0018-kept-rows.ts';
import { cache0019 } from './cache-0019-deliveries.ts';
import { cache0020 } from './cache-0020-payment-names.ts';
import { cache0021 } from './cache-0021-payments-kept.ts';
import { cache0022 } from './cache-0022-payments-listed.ts';
import { cache0023 } from './cache-0023-payments-from.ts';
import { cache0024 } from './cache-0024-payments-narrowed.ts';
import { cache0025 } from './cache-0025-sheets.ts';
import { cache0026 } from './cache-0026-other-closes.ts';
import { cache0027 } from './cache-0027-other-rows.ts';
import { cache0028 } from './cache-0028-other-returns.ts';
import { cache0029 } from './cache-0029-closed-unpaired.ts';
import { cache0030 } from './cache-0030-other-terminals.ts';
import { cache0031 } from './cache-0031-names-begun.ts';
import { cache0032 } from './cache-0032-other-words.ts';
import { cache0033 } from './cache-0033-others-changed.ts';
import { cache0034 } from './cache-0034-settled-pages.ts';
import { journal0001 } from './journal-0001-operations.ts';
import { journal0002 } from './journal-0002-audit.ts';
import { journal0003 } from './journal-0003-approvals.ts';
import { journal0004 } from './journal-0004-closing.ts';
import { journal0005 } from './journal-0005-z-lost.ts';
import { journal0006 } from './journal-0006-deposits.ts';
import { journal0007 } from './journal-0007-imports.ts';
import { journal0008 } from './journal-0008-reconciliation.ts';
import { journal0009 } from './journal-0009-by-order.ts';
import { journal0010 } from './journal-0010-kinds.ts';
import { journal0011 } from './journal-0011-counts.ts';
import { journal0012 } from './journal-0012-unreadable.ts';
import { journal0013 } from './journal-0013-creations.ts';
import { journal0014 } from './journal-0014-learnt.ts';
import { journal0015 } from './journal-0015-bank-rules.ts';
import { journal0016 } from './journal-0016-api-keys.ts';
import { journal0017 } from './journal-0017-shares.ts';
import { journal0018 } from './journal-0018-recipients.ts';
import { journal0019 } from './journal-0019-closed-by-time.ts';
import { journal0020 } from './journal-0020-made-address.ts';
import { results0001 } from './results-0001-reconciliation.ts';
import { results0002 } from './results-0002-rest.ts';
import { results0003 } from './results-0003-proposals.ts';
import { results0004 } from './results-0004-quoted.ts';
import { results0005 } from './results-0005-lines.ts';
import { imports0001 } from './imports-0001-lines.ts';
import { imports0002 } from './imports-0002-references.ts';

export const cacheMigrations: readonly Migration[] = [
  cache0001,
  cache0002,
  cache0003,
  cache0004,
  cache0005,
  cache0006,
  cache0007,
  cache0008,
  cache0009,
  cache0010,
  cache0011,
  cache0012,
  cache0013,
  cache0014,
  cache0015,
  cache0016,
  cache0017,
  cache0018,
  cache0019,
  cache0020,
  cache0021,
  cache0022,
  cache0023,
  cache0024,
  cache0025,
  cache0026,
  cache0027,
  cache0028,
  cache0029,
  cache0030,
  cache0031,
  cache0032,
  cache0033,
  cache0034,
];
export const journalMigrations: readonly Migration[] = [
  journal0001,
  journal0002,
  journal0003,
  journal0004,
  journal0005,
  journal0006,
  journal0007,
  journal0008,
  journal0009,
  journal0010,
  journal0011,
  journal0012,
  journal0013,
  journal0014,
  journal0015,
  journal0016,
  journal0017,
  journal0018,
  journal0019,
  journal0020,
];
export const importsMigrations: readonly Migration[] = [imports0001, imports0002];
export const resultsMigrations: readonly Migration[] = [
  results0001,
  results0002,
  results0003,
  results0004,
  results0005,
];
