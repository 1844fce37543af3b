import { describe, expect, it } from 'vitest';
import type { ImportInspection, ImportPreview, ImportView } from '#shared/contract/import-file.ts';
import { draftOf } from '#renderer/features/import/mapping.ts';
import {
  canOpen,
  doubtsOf,
  isBlocked,
  isDone,
  isDoubtful,
  readsAtOnce,
  type Prepared,
} from '#renderer/features/import/stages.ts';

const rest = {
  valueOn: null,
  dateOrder: null,
  decimals: null,
  account: null,
  reference: null,
  orderId: null,
  description: [],
  counterparty: null,
  balance: null,
};
const table: NonNullable<ImportInspection['table']> = {
  reading: { encoding: 'utf-8', delimiter: ',', sheet: null, headerRow: 1 },
  unsure: [],
  remembered: null,
  onlyCurrency: null,
  sheets: [],
  firstRows: [],
  columns: [],
  rows: 2,
  guess: {
    bookedOn: 0,
    amount: { kind: 'signed', column: 1, turned: false },
    currency: { kind: 'fixed', code: 'EGP' },
    doubts: [],
    rest,
  },
};
const inspection: ImportInspection = {
  uploadId: 'u1',
  fileName: 'march.csv',
  size: 100,
  sha256: 'a'.repeat(64),
  format: 'csv',
  table,
  statements: [],
  knownSource: null,
  sameFile: null,
};
const preview: ImportPreview = {
  uploadId: 'u1',
  previewId: 'p1',
  kind: 'bank',
  source: { sourceId: null, name: 'CIB' },
  counts: { good: 2, bad: 1, skipped: 0 },
  totals: [],
  span: null,
  dateOrder: 'dmy',
  decimals: 'dot',
  balances: [],
  ownTotalAgrees: false,
  warnings: [],
  problems: [],
  skippedBy: [],
  accounts: [],
  refills: null,
};
const nothing: Prepared = {
  inspection: null,
  kind: null,
  sourceName: '',
  draft: null,
  columnsConfirmed: false,
  preview: null,
};
const described: Prepared = {
  inspection,
  kind: 'bank',
  sourceName: 'CIB',
  draft: draftOf(table.guess),
  columnsConfirmed: false,
  preview: null,
};

describe('the steps of an import', () => {
  it('open one after another', () => {
    expect(canOpen(nothing, 'file')).toBe(true);
    expect(canOpen(nothing, 'format')).toBe(false);
    expect(canOpen({ ...described, sourceName: ' ' }, 'columns')).toBe(false);
    expect(canOpen({ ...described, kind: null }, 'columns')).toBe(false);
    expect(canOpen(described, 'check')).toBe(true);
    expect(canOpen(described, 'confirm')).toBe(false);
    expect(canOpen({ ...described, preview }, 'confirm')).toBe(true);
  });

  it('have nothing to choose for columns in a bank format', () => {
    const ofBank = { ...described, inspection: { ...inspection, table: null }, draft: null };
    expect(isDone(ofBank, 'columns')).toBe(true);
    expect(isDone({ ...described, draft: { ...draftOf(table.guess), amount: null } }, 'columns')).toBe(false);
  });

  it('are doubtful where an amount of the chosen column cannot be read', () => {
    const columns = ['Day', 'Amount'].map((header, column) => ({ column, header, samples: [], filled: 1 }));
    const withRows = (amount: string): Prepared => ({
      ...described,
      inspection: {
        ...inspection,
        table: { ...table, columns, firstRows: [{ row: 2, cells: ['04/03/2026', amount] }] },
      },
    });
    expect(isDoubtful(withRows('12-30'), 'columns', 'columns')).toBe(true);
    expect(isDoubtful(withRows('12.30'), 'columns', 'columns')).toBe(false);
    // The check has read every line: what it says counts, and it is said there alone.
    expect(isDoubtful({ ...withRows('12-30'), preview }, 'columns', 'check')).toBe(false);
    expect(isDoubtful({ ...withRows('12.30'), preview }, 'check', 'check')).toBe(true);
    const good = { ...preview, counts: { good: 2, bad: 0, skipped: 0 } };
    expect(isDoubtful({ ...withRows('12-30'), preview: good }, 'columns', 'check')).toBe(false);
  });

  it('do not end before what blocks is decided', () => {
    const doubt = (warning: ImportPreview['warnings'][number]['warning']) => ({
      ...preview,
      warnings: [{ warning, row: 2, text: '04/03/2026' }],
    });
    expect(isBlocked(doubt('date-order-ambiguous'))).toBe(true);
    expect(isBlocked(doubt('balance-differs'))).toBe(false);
    expect(isBlocked({ ...preview, counts: { good: 0, bad: 3, skipped: 0 } })).toBe(true);
    expect(canOpen({ ...described, preview: doubt('date-order-ambiguous') }, 'confirm')).toBe(false);
  });
});

describe('a file is read without asking', () => {
  const knownSource = { sourceId: 's1', name: 'CIB', kind: 'bank' as const };
  const known: Prepared = { ...described, inspection: { ...inspection, knownSource } };

  it('where its source was met before and nothing is doubtful', () => {
    expect(readsAtOnce(known)).toBe(true);
    expect(readsAtOnce(described)).toBe(false);
  });

  it('also where only its names of columns say how it is read: they are the ones that were remembered', () => {
    const unsure = { ...table, unsure: ['headerRow' as const, 'delimiter' as const] };
    expect(readsAtOnce({ ...known, inspection: { ...inspection, knownSource, table: unsure } })).toBe(true);
    expect(doubtsOf({ ...inspection, table: unsure })).toEqual(['headerRow', 'delimiter']);
  });

  it('not where its letters are not certain, or it is there already', () => {
    const sameFile = { importId: 'i1' } as ImportView;
    const unsure = { ...table, unsure: ['encoding' as const, 'headerRow' as const] };
    expect(readsAtOnce({ ...known, inspection: { ...inspection, knownSource, table: unsure } })).toBe(false);
    expect(readsAtOnce({ ...known, inspection: { ...inspection, knownSource, sameFile } })).toBe(false);
  });
});
