/** P3, P5 and reads beside a write, on a folder of many settled transactions, beside the same questions put to SQLite directly. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { ProfileDatabase } from '../../electron/database/client.ts';
import { pageRow } from '../../electron/database/repositories/settled-listed.ts';
import { decodeSettled } from '../../electron/database/repositories/settled-value.ts';
import { bareReader } from './bare-reader.ts';
import { withFolder } from './folders.ts';
import { figure, ratio, timesAsFast } from './measure.ts';
import { askFor, everything, LIMIT, pageOf, TEXTS } from './settled-page.ts';

/** Most rows hold the first, one the second, none the third. */
const OWN_TEXTS = { ...TEXTS, frequent: 'nm-00' };
const READS = 200;

type Baseline = ReturnType<typeof bareReader>;

async function pages(database: ProfileDatabase, raw: Baseline, rows: string): Promise<void> {
  const sql = 'SELECT * FROM settled ORDER BY settled_at_ms DESC, transaction_id DESC LIMIT 101';
  await ratio(
    { id: 'P3', name: `a page of ${LIMIT} of ${rows} rows ÷ its SQL in a bare thread`, atMost: 1.3 },
    () => raw.ask(sql),
    () => pageOf(database),
  );
}

/** Every row is looked at, and the newest that have the text are kept. `+`: not along the index of dates, which may find enough at once. */
const SCAN = `SELECT * FROM settled WHERE instr(search, ?) > 0 ORDER BY +settled_at_ms DESC LIMIT ${LIMIT + 1}`;
const INDEXED = `SELECT settled.* FROM settled_search JOIN settled ON settled.rowid = settled_search.rowid
  WHERE settled_search MATCH ? AND instr(search, ?) > 0 ORDER BY settled_at_ms DESC, transaction_id DESC LIMIT 101`;
/** Every three letters that follow one another. */
const trigramsOf = (text: string) =>
  Array.from({ length: text.length - 2 }, (_, at) => `"${text.slice(at, at + 3)}"`).join(' AND ');

async function searches(database: ProfileDatabase, raw: Baseline, rows: string): Promise<void> {
  for (const [name, text] of Object.entries(OWN_TEXTS)) {
    const ours = () => pageOf(database, { text });
    await ratio(
      { id: 'P5', name: `a ${name} text in ${rows} rows ÷ the raw index`, atMost: 1.5 },
      () => raw.ask(INDEXED, trigramsOf(text), text),
      ours,
    );
    await timesAsFast(
      { id: 'P5', name: `a ${name} text in ${rows} rows, × faster than a scan`, atLeast: 50 },
      () => raw.ask(SCAN, text),
      ours,
      15,
    );
  }
}

async function sums(database: ProfileDatabase, raw: Baseline, rows: string): Promise<void> {
  const sql = 'SELECT currency, COUNT(*), SUM(amount_minor) FROM settled GROUP BY currency';
  await ratio(
    { id: 'sums', name: `sums of ${rows} rows without a filter ÷ adding them up` },
    () => raw.ask(sql),
    () => database.ask('settlement.settledSummary', everything, { for: 'sums' }),
    10,
  );
}

const p99 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0;

async function timesOfReads(database: ProfileDatabase, whileBusy: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (times.length < READS || whileBusy()) {
    const start = performance.now();
    await pageOf(database);
    times.push(performance.now() - start);
  }
  return times;
}

/** A hundred rows are changed and changed back, in a transaction each time. */
async function readsBesideWrites(database: ProfileDatabase, rows: string): Promise<void> {
  const some = (await askFor(database)).rows.map(pageRow).map(decodeSettled);
  const { run } = await database.call('settlement.beginSync', {
    branchIds: ['bench'],
    anew: true,
    atMs: 0,
    anewAfterMs: 1,
  });
  const changed = some.map((row) => ({ ...row, fee: { ...row.amount, minor: 1n } }));
  const alone: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    alone.push(p99(await timesOfReads(database, () => false)));
    let isBusy = true;
    const written = (async () => {
      for (let slice = 0; slice < 1_000; slice += 1)
        await database.call('settlement.storePage', {
          ...{ run, rows: slice % 2 === 0 ? changed : some, pagesDone: 0, total: null },
        });
      isBusy = false;
    })();
    beside.push(p99(await timesOfReads(database, () => isBusy)));
    await written;
  }
  figure(
    { id: 'reads', name: `p99 of a page of ${rows} rows while 100,000 are written ÷ alone`, atMost: 2 },
    '',
    beside.map((time, at) => time / (alone[at] ?? Number.NaN)),
  );
}

export async function settledList(): Promise<void> {
  await withFolder(async ({ folder, database, size, rows }) => {
    const cache = join(folder, 'cache.sqlite');
    const raw = bareReader(cache);
    await pages(database, raw, size);
    await searches(database, raw, size);
    await sums(database, raw, size);
    await raw.close();
    figure({ id: 'disk', name: `bytes a row, of ${size}`, atMost: 921 }, 'B', [statSync(cache).size / rows]);
    await readsBesideWrites(database, size);
  });
}
