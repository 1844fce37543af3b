/** The file that a PC keeps of head office: as an older Closeout left it, and its list of activity, newest first. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '#electron/database/migrate.ts';
import { closeFacts } from '#electron/head-office/published.ts';
import { makeEntries, newIdentity, noHead, type Entry, type Fact } from '#electron/head-office/entry.ts';
import { openStore, STORE, type Store } from '#electron/head-office/store.ts';
import type { NewestQuery } from '#electron/head-office/store-newest.ts';
import type { ToldEntry } from '#electron/head-office/pack.ts';
import { storeMigrations } from '#electron/head-office/store-schema.ts';
import { newest } from './office-pc.ts';
import { place } from './record.ts';

const [self, shop, other] = [newIdentity(), newIdentity(), newIdentity()];
let folder: string;
let store: Store | null = null;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'closeout-store-'))));
afterEach(() => {
  store?.close();
  store = null;
  rmSync(folder, { recursive: true, force: true });
});

const activity = (target: string, atMs: number, actor = 'mona'): Fact => ({
  kind: 'activity',
  atMs,
  body: JSON.stringify({
    ...{
      action: 'profile.edited',
      actor,
      facts: '{}',
      hash: 'ab',
      machine: 'PC',
      outcome: 'ok',
      seq: 1,
      target,
    },
  }),
});
const entriesOf = (identity: typeof self, facts: readonly Fact[]) =>
  makeEntries(identity, place('Maadi'), noHead, facts);

/** What is kept of the activity of others: neither their signatures nor their chain. */
const toldOf = ({ pc, seq, kind, atMs, body }: Entry): ToldEntry => ({ pc, seq, kind, atMs, body });

async function listed(change: Partial<NewestQuery>): Promise<readonly ToldEntry[]> {
  const rows = (await store?.newest({ ...newest, ...change })) ?? [];
  return rows.map(({ entry }) => entry);
}

it('a file of an older Closeout is taken over whole: entries, ends, list and what filters can name', async () => {
  const db = new Sqlite(join(folder, STORE));
  migrate(db, storeMigrations.slice(0, 6));
  const insert = db.prepare(
    `INSERT INTO entry (pc, seq, environment, merchant, branch, kind, at_ms, body, previous, hash, signature, actor, action, search)
     VALUES (@pc, @seq, @environment, @merchant, @branch, @kind, @atMs, @body, @previous, @hash, @signature, @actor, @action, @search)`,
  );
  const ofShop = entriesOf(shop, [
    activity('first', 1_000),
    activity('second', 2_000),
    { kind: 'new', atMs: 3_000, body: '{}' },
  ]);
  const own = entriesOf(self, [activity('own', 1_500)]);
  for (const entry of [...ofShop, ...own]) {
    const isShown = entry.kind === 'activity';
    insert.run({
      ...entry,
      actor: isShown ? 'mona' : null,
      action: isShown ? 'profile.edited' : null,
      search: isShown ? 'x' : null,
    });
  }
  db.close();
  store = openStore(folder, self.pc);
  while (store.takeOverSome()) expect(store.headOf(shop.pc).seq).toBe(3);
  expect(store.after(shop.pc, 0, 10)).toEqual([ofShop[2]]);
  expect(store.after(self.pc, 0, 10)).toEqual(own);
  expect(store.headOf(shop.pc)).toEqual({ seq: 3, hash: ofShop[2]?.hash });
  expect(store.headOf(self.pc)).toEqual({ seq: 1, hash: own[0]?.hash });
  expect(await listed({})).toEqual([ofShop[1]!, ofShop[0]!].map(toldOf));
  expect(store.names()).toEqual({ actors: ['mona'], actions: ['profile.edited'] });
  store.add(makeEntries(shop, place('Maadi'), store.headOf(shop.pc), [activity('fourth', 4_000)]));
  expect((await listed({ limit: 1 }))[0]?.seq).toBe(4);
});

const DAY_MS = 86_400_000;
/** Clocks that agree, that are off by years, and that stand still. */
const moments = fc.oneof(
  fc.integer({ min: 0, max: 3_000 }).map((s) => 1_800_000_000_000 + s * 1_000),
  fc.integer({ min: 0, max: 40 }).map((days) => 1_800_000_000_000 - days * 30 * DAY_MS),
  fc.constantFrom(0, -5, 253_402_300_799_000),
);

it('whatever the clocks say, the pages of the list are all entries that are looked for, in order, each once', async () => {
  const acts = fc.array(fc.tuple(moments, fc.constantFrom('mona', 'farid')), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(
      acts,
      acts,
      fc.integer({ min: 1, max: 7 }),
      fc.constantFrom('mona', null),
      fc.constantFrom('', 'act 1', 'nobody'),
      async (a, b, limit, actor, text) => {
        store?.close();
        rmSync(join(folder, STORE), { force: true });
        store = openStore(folder, self.pc);
        const factsOf = (of: typeof a) => of.map(([atMs, by], at) => activity(`act ${at}`, atMs, by));
        const kept: Entry[] = [...entriesOf(shop, factsOf(a)), ...entriesOf(other, factsOf(b))];
        for (const { pc } of [shop, other]) {
          const ofPc = kept.filter((entry) => entry.pc === pc);
          for (const come of [ofPc.slice(0, 9), ofPc.slice(9)]) store.add(come);
        }
        store.add(entriesOf(self, [activity('own', 1_800_000_000_000)]));
        const wanted = kept
          .filter(({ body }) => (actor === null || body.includes(actor)) && body.includes(text))
          .sort((x, y) => y.atMs - x.atMs || (y.pc < x.pc ? -1 : y.pc > x.pc ? 1 : 0) || y.seq - x.seq);
        const seen: ToldEntry[] = [];
        for (let before: NewestQuery['before'] = null; ;) {
          const page: readonly ToldEntry[] = await listed({ text, actor, before, limit });
          seen.push(...page);
          if (page.length < limit) break;
          before = page.at(-1) ?? null;
        }
        expect(seen).toEqual(wanted.map(toldOf));
        const ofOne = await listed({ text, actor, pc: other.pc, limit: 100 });
        expect(ofOne).toEqual(wanted.filter(({ pc }) => pc === other.pc).map(toldOf));
      },
    ),
    { numRuns: 60 },
  );
});

it('what comes one by one and what comes at once is one list, and is found', async () => {
  const made = entriesOf(
    shop,
    Array.from({ length: 700 }, (_, at) => activity(`act ${at % 9}`, 1_000 + at)),
  );
  store = openStore(folder, self.pc);
  for (let from = 0, count = 1; from < made.length; from += count, count = (count * 5) % 211)
    store.add(made.slice(from, from + count));
  expect(store.headOf(shop.pc).seq).toBe(700);
  expect(await listed({ limit: 1_000 })).toEqual(made.map(toldOf).reverse());
  const wanted = made.filter(({ body }) => body.includes('act 4')).map(toldOf);
  expect(await listed({ text: 'act 4', limit: 1_000 })).toEqual(wanted.toReversed());
  // What stands in an entry and is not searched finds nothing.
  expect(await listed({ text: 'profile.edited' })).toEqual([]);
});

it('an entry too large to show is kept, and stops no other', async () => {
  const large = activity('x'.repeat(1_000_000), 2_000);
  const made = entriesOf(shop, [activity('first', 1_000), large, activity('third', 3_000)]);
  store = openStore(folder, self.pc);
  store.add(made);
  expect(await listed({})).toEqual([made[2]!, made[0]!].map(toldOf));
  expect(store.after(shop.pc, 0, 10).map(({ seq }) => seq)).toEqual([2]);
});

it('a damaged file is made anew and forgets nothing that head office does not have; one that cannot be opened is left as it is', () => {
  store = openStore(folder, self.pc);
  store.add(entriesOf(self, [activity('own', 1)]));
  store.keepApart('withdrawn');
  store.close();
  writeFileSync(join(folder, STORE), 'no database');
  store = openStore(folder, self.pc);
  expect([store.headOf(self.pc).seq, store.apart()]).toEqual([0, 'withdrawn']);
  store.add(entriesOf(self, [activity('own', 1)]));
  store.close();
  const holder = new Sqlite(join(folder, STORE), { timeout: 0 });
  holder.pragma('locking_mode = EXCLUSIVE');
  holder.exec('BEGIN EXCLUSIVE');
  expect(() => openStore(folder, self.pc)).toThrow(/locked/);
  holder.exec('COMMIT');
  holder.close();
  store = openStore(folder, self.pc);
  expect(store.headOf(self.pc).seq).toBe(1);
});

it('why this PC was set apart is taken over from where an older Closeout kept it', () => {
  store = openStore(folder, self.pc);
  store.close();
  const db = new Sqlite(join(folder, STORE));
  db.exec("INSERT INTO apart VALUES (1, 'fork')");
  db.close();
  store = openStore(folder, self.pc);
  expect(store.apart()).toBe('fork');
  store.keepApart(null);
  store.close();
  store = openStore(folder, self.pc);
  expect(store.apart()).toBeNull();
});

it('where what others told is damaged, it is read again: this PC keeps its own', async () => {
  const [ofShop, own] = [
    entriesOf(shop, [activity('first', 1_000)]),
    entriesOf(self, [activity('own', 1_500)]),
  ];
  store = openStore(folder, self.pc);
  for (const entries of [ofShop, own]) store.add(entries);
  const db = new Sqlite(join(folder, STORE));
  db.exec("UPDATE told_pack SET packed = CAST(substr(packed, 1, 20) || x'00' || substr(packed, 22) AS BLOB)");
  db.close();
  expect(await listed({})).toEqual([]);
  expect(store.headOf(shop.pc)).toEqual(noHead);
  store.add(ofShop);
  expect(await listed({ text: 'first' })).toEqual(ofShop.map(toldOf));
  expect(store.after(self.pc, 0, 10)).toEqual(own);
});

it('a close with something else among its pieces cannot be read, and does not wait for them for ever', () => {
  const row = (at: number) => ({
    ...{ rowId: `row-${at}`, terminalId: '30410001', merchantOrderId: null, refNumber: null, minor: 100n },
    ...{ currency: 'EGP', kind: 'sale' as const, paymentType: null, entryMode: null, firstSeenAtMs: 1 },
    ...{ businessDate: '2026-11-01', undoes: null, outstanding: false },
  });
  const facts = closeFacts({
    ...{
      origin: { seq: 1, hash: 'ab'.repeat(32) },
      atMs: 1_000,
      closingId: 'close-1',
      state: 'closed',
      number: 1,
    },
    ...{ branchKey: 'name:Maadi', branchName: 'Maadi', businessDate: '2026-11-01', revision: 1, by: 'Mona' },
    ...{
      approvedBy: null,
      reason: null,
      reopenedBefore: null,
      z: '{}',
      sha256: 'cd'.repeat(32),
      leftForNext: 0,
    },
    rows: Array.from({ length: 150 }, (_, at) => row(at)),
  });
  expect(facts).toHaveLength(3);
  const made = entriesOf(shop, facts.toSpliced(2, 0, activity('between', 1_000)));
  store = openStore(folder, self.pc);
  store.add(made.slice(0, 2));
  expect(store.closesChanged(null).closes).toEqual([]);
  store.add(made.slice(2));
  expect(store.closesChanged(null).closes).toMatchObject([{ closingId: 'close-1', state: 'unreadable' }]);
});
