/**
 * Writes one file and ends. It has a thread and a connection of its own: neither windows nor reads wait for it. Between two
 * pieces it learns that it should stop, and then leaves no file.
 */
import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { inputError, storageError, type StorageError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { readSnapshot } from '../../database/read-snapshot.ts';
import { problemOfDocument } from './check-document.ts';
import { STOP, type ExportJob, type ExportMessage, type ListFile } from './export-protocol.ts';
import { listDocument } from './list-document.ts';
import { factTexts, headFacts, headSheet, wordOf, type HeadFact } from './list-head.ts';
import { openTable, type OpenTable } from './lists/index.ts';
import { writeParquet } from './parquet.ts';
import { writeFileWhole, type Written } from './save-file.ts';
import type { SheetRows } from './sheet-rows.ts';
import { writeTables } from './tables.ts';

const TELL_EVERY_MS = 100;
type ListJob = ExportJob & { kind: 'list' };

const port = parentPort;
if (!port) throw new Error('reports/export-worker.ts runs as a worker thread only');
const post = (message: ExportMessage) => port.postMessage(message);
let stopped = false;
port.on('message', (message) => {
  stopped = message === STOP;
});

/** Other tasks have their turn here, also the one that says stop. */
async function pause(): Promise<void> {
  await setImmediate();
  if (stopped) throw new Error('stopped');
}

function* counting<T>(rows: Iterable<T>, onRow: (count: number) => void): Generator<T> {
  let count = 0;
  for (const row of rows) {
    yield row;
    onRow((count += 1));
  }
}

/** Tells how far it is, and not more often than eyes can follow. */
function createTelling(totalRows: number): (rows: number) => void {
  let toldAtMs = performance.now();
  return (rows) => {
    if (rows % 500 !== 0 || performance.now() - toldAtMs < TELL_EVERY_MS) return;
    toldAtMs = performance.now();
    post({ kind: 'progress', rows, totalRows });
  };
}

function ended(written: Result<Written, StorageError>, rows: number): void {
  if (written.ok) post({ kind: 'written', rows, written: written.value });
  else if (stopped) post({ kind: 'cancelled' });
  else post({ kind: 'failed', error: written.error });
}

const writeParquetFile = (
  { folder, name }: ListFile,
  input: ListJob['input'],
  facts: readonly HeadFact[],
  sheet: SheetRows,
): Promise<Result<Written, StorageError>> =>
  writeFileWhole({ folder, name, ending: 'parquet' }, (write) =>
    writeParquet(
      { ...sheet, facts: factTexts(input, facts), otherValues: wordOf(input, 'otherValues') },
      async (bytes) => {
        await write(bytes);
        await pause();
      },
    ),
  );

async function writeRows(
  { input, file, origin, mostOnPaper }: ListJob,
  table: OpenTable,
  rows: SheetRows['rows'],
): Promise<void> {
  const { count, columns } = table;
  const facts = headFacts(input, table, origin);
  const sheet: SheetRows = {
    name: input.head.title,
    rtl: input.language === 'ar',
    timeZone: input.timeZone,
    columns: [...columns],
    rows,
  };
  if (file?.format === 'parquet') return ended(await writeParquetFile(file, input, facts, sheet), count);
  if (file) {
    const { format } = file;
    return ended(await writeTables({ ...file, format }, [headSheet(input, facts), sheet], pause), count);
  }
  const most = { rows: count, most: mostOnPaper };
  if (count > mostOnPaper) return post({ kind: 'failed', error: storageError('export-too-long', most) });
  const html = listDocument(input, facts, sheet);
  const problem = problemOfDocument(html);
  if (problem === 'length') return post({ kind: 'failed', error: storageError('export-too-long', most) });
  if (problem !== null)
    return post({
      kind: 'failed',
      error: inputError('invalid', { where: `reports.exportList ${problem}` }),
    });
  post({ kind: 'document', rows: count, html });
}

async function writeList(job: ListJob): Promise<void> {
  const { input, origin } = job;
  await readSnapshot(job.dataFolder, async (files) => {
    const table = await openTable(files, input, origin.atMs, origin.seesContacts);
    if (!table)
      return post({ kind: 'failed', error: inputError('invalid', { where: 'reports.exportList' }) });
    post({ kind: 'progress', rows: 0, totalRows: table.count });
    const rows = counting(table.rows, createTelling(table.count));
    try {
      await writeRows(job, table, rows);
    } finally {
      // Left half way, they would keep their file in use.
      rows.return(undefined);
    }
  });
}

async function writeSheets({ file, sheets }: ExportJob & { kind: 'sheets' }): Promise<void> {
  const rows = sheets.reduce((sum, sheet) => sum + sheet.rows.length, 0);
  ended(await writeTables(file, sheets, pause), rows);
}

const job = workerData as ExportJob;
await (job.kind === 'list' ? writeList(job) : writeSheets(job));
port.close();
