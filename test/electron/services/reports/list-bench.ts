/** A profile's files with settled transactions in them, and exports of its lists by the real worker. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewEntry } from '#electron/audit/entry.ts';
import { openDatabase, type ProfileDatabase } from '#electron/database/client.ts';
import { createReportService } from '#electron/services/reports/index.ts';
import { exportColumns, exportSchema, headWords, type ExportList } from '#shared/contract/exports.ts';
import type { EventOf, InputOf } from '#shared/contract/index.ts';
import type { SettledTransaction } from '#shared/contract/settlement.ts';
import { ok } from '#shared/errors/result.ts';
import { preparedWorkerUrl, exportWorkerUrl } from '../../../workers.ts';

type Progress = EventOf<'reports.exportProgress'>;

export const settledRow = (index: number, more: Partial<SettledTransaction> = {}): SettledTransaction => ({
  transactionId: `TX-${String(index).padStart(7, '0')}`,
  merchantOrderId: `NM-${index}`,
  refNumber: String(index).padStart(12, '0'),
  terminalId: '30410001',
  branchId: `BR-0${index % 3}`,
  branchName: null,
  channel: 'pos',
  method: 'card',
  paymentType: 'SALE',
  entryMode: 'CHIP',
  amount: { minor: BigInt(index * 100 + 5), currency: 'EGP' },
  fee: { minor: 125n, currency: 'EGP' },
  vat: null,
  net: { minor: BigInt(index * 100 - 120), currency: 'EGP' },
  settlementDate: { kind: 'instant', atMs: Date.UTC(2026, 10, 1) + index * 60_000, raw: String(index) },
  createdAt: { kind: 'text', raw: 'yesterday' },
  windowId: 'W-1',
  batchId: null,
  raw: `{"n":${index}}`,
  ...more,
});

export async function store(database: ProfileDatabase, rows: readonly SettledTransaction[]): Promise<void> {
  const begin = { branchIds: [], anew: false, atMs: 0, anewAfterMs: 1 };
  const { run } = await database.call('settlement.beginSync', begin);
  for (let from = 0; from < rows.length; from += 500)
    await database.call('settlement.storePage', {
      run,
      rows: rows.slice(from, from + 500),
      pagesDone: 0,
      total: null,
    });
}

/** What a window sends of a list: every column under its id. */
export const orderOf = (list: ExportList, more: object): InputOf<'reports.exportList'> =>
  ({
    list,
    format: 'csv',
    columns: exportColumns[list].map((id) => ({ id, header: id })),
    language: 'en',
    timeZone: 'Africa/Cairo',
    fileName: ['list'],
    head: {
      title: 'The list',
      filter: [],
      words: Object.fromEntries(headWords.map((word) => [word, `<${word}>`])),
    },
    ...more,
  }) as unknown as InputOf<'reports.exportList'>;

export async function openBench() {
  const root = mkdtempSync(join(tmpdir(), 'closeout-lists-'));
  const dataFolder = join(root, 'profile');
  const { database } = await openDatabase(preparedWorkerUrl, dataFolder);
  const documents: string[] = [];
  const entries: NewEntry[] = [];
  const told: Progress[] = [];
  const waiting = new Set<() => void>();
  const reports = createReportService({
    defaultFolder: join(root, 'files'),
    folder: { get: () => null, set: () => {} },
    byteOrderMark: () => true,
    printToPdf: async (html) => {
      documents.push(html);
      return ok(new TextEncoder().encode('%PDF-1.7'));
    },
    exportWorkerUrl,
    showInFolder: null,
  });
  const start = (order: InputOf<'reports.exportList'>) =>
    reports.exportList(exportSchema.parse(order), {
      dataFolder,
      origin: () => ({
        environment: 'test',
        merchantId: 'M-1',
        by: 'Mona',
        atMs: Date.UTC(2026, 10, 21),
        seesContacts: true,
      }),
      emit: (_event, payload) => {
        told.push(payload as Progress);
        for (const look of waiting) look();
      },
      nowMs: () => 0,
      record: async (entry) => entries.push(entry),
    });
  const endOf = (exportId: string) =>
    new Promise<NonNullable<Progress['ended']>>((resolve) => {
      const look = () => {
        const end = told.find((one) => one.exportId === exportId && one.ended);
        if (!end?.ended) return;
        waiting.delete(look);
        resolve(end.ended);
      };
      waiting.add(look);
      look();
    });
  const run = async (order: InputOf<'reports.exportList'>) => {
    const started = await start(order);
    if (!started.ok) throw new Error(started.error.code);
    return endOf(started.value.exportId);
  };
  return {
    root,
    files: join(root, 'files'),
    database,
    reports,
    documents,
    entries,
    told,
    start,
    endOf,
    run,
    close: async () => {
      await reports.stopExports();
      await database.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
