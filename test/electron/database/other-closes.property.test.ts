/** Closes of other PCs, in whichever order they are told, explained and named, come to what they come to on one PC that made them all. */
import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReadableDb, WritableDb } from '#electron/database/db.ts';
import { migrate, type Migration } from '#electron/database/migrate.ts';
import { cacheMigrations, journalMigrations } from '#electron/database/migrations/index.ts';
import { hashOfName, learnNames } from '#electron/database/repositories/closing/hidden-names.ts';
import { otherCloseProcedures } from '#electron/database/repositories/closing/other-closes.ts';
import type { ChangedClose, HeardRow } from '#electron/database/repositories/closing/told-closes.ts';
import { sayWords, vocabularyOf } from '#electron/database/repositories/kinds/vocabulary.ts';
import { settleKinds, settlingClosed } from '#electron/database/settle-kinds.ts';
import { kindOf, wordKey, type SayableKind, type Vocabulary } from '#shared/domain/kinds/index.ts';
import { maskedName } from '#shared/text/names.ts';

const SEED = 20_261_127;
const PCS = ['', 'A', 'B'] as const;
const DAYS = 3;
/** Two of them pass for a card, and look the same once they are masked. */
const ORDERS = ['W-1', 'W-2', '5123450000000008', '5123450000420008'];
const WORDS: Record<string, SayableKind> = { ANNUL: 'reversal', GRATIS: 'sale' };

type Sold = { order: string; word: string; minor: bigint; terminal: string; day: number; pc: number };
const sold = fc.record<Sold>({
  order: fc.constantFrom(...ORDERS),
  word: fc.constantFrom('SALE', 'SALE', 'REVERSAL', 'VOID', 'REFUND', ...Object.keys(WORDS)),
  minor: fc.constantFrom(10_000n, 10_000n, 4_000n),
  terminal: fc.constantFrom('T1', 'T1', 'T2'),
  day: fc.nat(DAYS - 1),
  pc: fc.nat(PCS.length - 1),
});
type Row = Sold & { readonly rowId: string; readonly atMs: number };

function bytesOf(migrations: readonly Migration[]): Buffer {
  const file = new Sqlite(':memory:');
  migrate(file, migrations);
  return file.serialize();
}
const empty = { cache: bytesOf(cacheMigrations), journal: bytesOf(journalMigrations) };

function openPc() {
  const files = { cache: new Sqlite(empty.cache), journal: new Sqlite(empty.journal) };
  const cache = files.cache as unknown as WritableDb;
  const journal = files.journal as unknown as WritableDb;
  const readable = { cache, journal: journal as ReadableDb, imports: journal as ReadableDb };
  let change = 0;
  settleKinds(files);
  /** As the thread that writes does it. */
  const inJournal = (run: () => void) => {
    files.journal.transaction(() => settlingClosed(files, run))();
    settleKinds(files);
  };
  const inCache = (run: () => void) => {
    files.cache.transaction(run)();
    settleKinds(files);
  };
  return {
    files,
    close(closingId: string, day: number, rows: readonly Row[]) {
      inJournal(() => {
        files.journal
          .prepare(
            `INSERT INTO closing (closing_id, seq, branch_key, branch_name, business_date, time_zone, cut_off, ends_at_ms, state, begun_at_ms, begun_by, number, revision, closed_at_ms)
             VALUES (@closingId, (SELECT COUNT(*) + 1 FROM closing), @closingId, 'Maadi', '2026-11-1' || @day, 'Africa/Cairo', '04:00', 0, 'closed', 0, 'mona', 1, 1, 1)`,
          )
          .run({ closingId, day });
        const insert = files.journal.prepare(
          `INSERT INTO closing_row (closing_id, row_id, standing, terminal_id, merchant_order_id, ref_number, amount_minor, currency, kind, payment_type, first_seen_at_ms, business_date)
           VALUES (@closingId, @rowId, 1, @terminal, @order, @order, @minor, 'EGP', @kind, @word, @atMs, '')`,
        );
        for (const row of rows)
          insert.run({ ...row, closingId, kind: kindOf(row.word, row.minor, vocabularyOf(journal)) });
      });
    },
    hear(close: ChangedClose | null) {
      change += 1;
      const page = { copy: 'copy', change, closes: close ? [close] : [], isEnd: true, isWhole: true };
      inCache(() => void otherCloseProcedures['otherCloses.store'].run(readable, page));
    },
    say: (word: string) =>
      inJournal(() =>
        sayWords(journal, { by: 'mona', atMs: 1, machine: 'pc' }, [
          { folded: word.toLowerCase(), word, sign: 'plus', kind: WORDS[word] ?? 'sale' },
        ]),
      ),
    /** Names of before are learnt in slices, those that come later with their row. */
    begin: () =>
      inCache(
        () => void otherCloseProcedures['otherCloses.learnNames'].run(readable, { from: null, most: 1 }),
      ),
    name: (order: string) =>
      inCache(() => {
        learnNames(cache, [order]);
        otherCloseProcedures['otherCloses.store'].run(readable, {
          ...{ copy: 'copy', change, closes: [], isEnd: true, isWhole: true },
        });
      }),
    /** What each row is, which sale it takes back, and what it adds. */
    rows() {
      const of = (file: Sqlite.Database, table: string) =>
        file
          .prepare(`SELECT row_id AS id, kind, undoes, adds_minor AS adds FROM ${table} WHERE standing = 1`)
          .all() as { id: string }[];
      return [...of(files.journal, 'closing_row'), ...of(files.cache, 'other_row')].sort((a, b) =>
        a.id < b.id ? -1 : 1,
      );
    },
    end: () => Object.values(files).forEach((file) => file.close()),
  };
}

const heardRow = (row: Row, vocabulary: Vocabulary): HeardRow => {
  const hash = hashOfName(row.order);
  return {
    ...{
      rowId: row.rowId,
      terminalId: row.terminal,
      minor: row.minor,
      currency: 'EGP',
      paymentType: row.word,
    },
    ...{ merchantOrderId: maskedName(row.order), refNumber: maskedName(row.order) },
    ...{ merchantOrderIdHash: hash, refNumberHash: hash, kind: kindOf(row.word, row.minor, vocabulary) },
    ...{
      entryMode: null,
      firstSeenAtMs: row.atMs,
      businessDate: '2026-11-10',
      undoes: null,
      outstanding: false,
    },
  };
};

type Issue = 'provisional' | 'reopened' | 'closed';
const heard = (
  pc: string,
  day: number,
  rows: readonly Row[],
  state: Issue,
  told: Vocabulary,
): ChangedClose => {
  const close = {
    ...{ closingId: `${pc}-${day}`, branchKey: pc, branchName: 'Maadi', businessDate: `2026-11-1${day}` },
    ...{ number: 1, revision: 1, pc, pcName: `Till ${pc}`, atMs: day + 1 },
  };
  if (state === 'reopened') return { ...close, state };
  // A provisional one lacks what comes later.
  const some = state === 'provisional' ? rows.slice(1) : rows;
  return {
    ...close,
    ...{ state, timeZone: 'Africa/Cairo', cutOff: '04:00', endsAtMs: 0, leftForNext: 0, terminals: [] },
    rows: some.map((row) => heardRow(row, told)),
  };
};

it('rows, pairs and sums are those of one PC, whatever comes first', () => {
  const history = fc.record({
    rows: fc.array(sold, { minLength: 1, maxLength: 14 }),
    /** Where each thing that happens stands, and what an other PC told of a close before its last word. */
    places: fc.array(fc.nat(1_000), { minLength: 40, maxLength: 40 }),
    before: fc.array(fc.constantFrom<Issue>('provisional', 'reopened', 'closed'), {
      minLength: 6,
      maxLength: 6,
    }),
    knows: fc.array(fc.constantFrom<SayableKind>('sale', 'authorization', 'refund'), {
      minLength: 2,
      maxLength: 2,
    }),
  });
  fc.assert(
    fc.property(history, ({ rows: all, places, before, knows }) => {
      const rows = all.map((row, at): Row => ({ ...row, rowId: `row-${10 + at}`, atMs: at + 1 }));
      const [one, finance] = [openPc(), openPc()];
      const told: Vocabulary = new Map(
        Object.keys(WORDS).map((word, at) => [wordKey(word.toLowerCase(), 'plus'), knows[at] ?? 'sale']),
      );
      const events: { place: number; run: () => void }[] = [];
      const at = (run: () => void, after = -1) => {
        const place = Math.max(places[events.length] ?? 0, after + 1);
        events.push({ place, run });
        return place;
      };
      for (const word of Object.keys(WORDS)) at(() => finance.say(word));
      at(() => finance.begin());
      for (const [which, pc] of PCS.entries())
        for (let day = 0; day < DAYS; day += 1) {
          const own = rows.filter((row) => row.pc === which && row.day === day);
          one.close(`${pc}-${day}`, day, own);
          if (pc === '') at(() => finance.close(`${pc}-${day}`, day, own));
          else {
            const early = before[(which - 1) * DAYS + day] ?? 'closed';
            const first = at(() => finance.hear(heard(pc, day, own, early, told)));
            at(() => finance.hear(heard(pc, day, own, 'closed', told)), first);
          }
        }
      for (const word of Object.keys(WORDS)) one.say(word);
      try {
        for (const { run } of events.sort((a, b) => a.place - b.place)) run();
        for (const order of ORDERS) finance.name(order);
        expect(finance.rows()).toEqual(one.rows());
      } finally {
        for (const pc of [one, finance]) pc.end();
      }
    }),
    { seed: SEED, numRuns: 30 },
  );
});
