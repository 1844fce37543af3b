/** The file that a PC keeps of head office: as an older Closeout left it, and its list of activity, newest first. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '#electron/database/migrate.ts';
import { makeEntries, newIdentity, noHead, type Entry, type Fact } from '#electron/head-office/entry.ts';
import { openStore, STORE, type Store } from '#electron/head-office/store.ts';
import type { NewestQuery } from '#electron/head-office/store-newest.ts';
import type { ToldEntry } from '#electron/head-office/store-told.ts';
import { storeMigrations } from '#electron/head-office/store-schema.ts';
import { place } from './record.ts';

const [self, shop, other] = [newIdentity(), newIdentity(), newIdentity()];
const all: NewestQuery = { text: '', actor: null, action: null, pc: null, before: null, limit: 10 };
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

it('a file of an older Closeout is taken over whole: entries, ends, list and what filters can name', () => {
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
  expect(store.after(shop.pc, 0, 10)).toEqual([ofShop[2]]);
  expect(store.after(self.pc, 0, 10)).toEqual(own);
  expect(store.headOf(shop.pc)).toEqual({ seq: 3, hash: ofShop[2]?.hash });
  expect(store.headOf(self.pc)).toEqual({ seq: 1, hash: own[0]?.hash });
  expect(store.newest(all).map(({ entry }) => entry)).toEqual([ofShop[1]!, ofShop[0]!].map(toldOf));
  expect(store.names()).toEqual({ actors: ['mona'], actions: ['profile.edited'] });
  store.add(makeEntries(shop, place('Maadi'), store.headOf(shop.pc), [activity('fourth', 4_000)]));
  expect(store.newest({ ...all, limit: 1 })[0]?.entry.seq).toBe(4);
});

const DAY_MS = 86_400_000;
/** Clocks that agree, that are off by years, and that stand still. */
const moments = fc.oneof(
  fc.integer({ min: 0, max: 3_000 }).map((s) => 1_800_000_000_000 + s * 1_000),
  fc.integer({ min: 0, max: 40 }).map((days) => 1_800_000_000_000 - days * 30 * DAY_MS),
  fc.constantFrom(0, -5, 253_402_300_799_000),
);

it('whatever the clocks say, the pages of the list are all entries that are looked for, in order, each once', () => {
  const acts = fc.array(fc.tuple(moments, fc.constantFrom('mona', 'farid')), { maxLength: 40 });
  fc.assert(
    fc.property(
      acts,
      acts,
      fc.integer({ min: 1, max: 7 }),
      fc.constantFrom('mona', null),
      fc.constantFrom('', 'act 1', 'nobody'),
      (a, b, limit, actor, text) => {
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
          const page: ToldEntry[] = store
            .newest({ ...all, text, actor, before, limit })
            .map(({ entry }) => entry);
          seen.push(...page);
          if (page.length < limit) break;
          before = page.at(-1) ?? null;
        }
        expect(seen).toEqual(wanted.map(toldOf));
        const ofOne = store
          .newest({ ...all, text, actor, pc: other.pc, limit: 100 })
          .map(({ entry }) => entry);
        expect(ofOne).toEqual(wanted.filter(({ pc }) => pc === other.pc).map(toldOf));
      },
    ),
    { numRuns: 60 },
  );
});
