/**
 * R10: a cache that is damaged stops nothing and takes nothing with it. Damage that leaves time, size and head of the file as they
 * were is not looked for before the start; what is shown until the check has found it, and what no check of SQLite finds, is counted.
 */
import { copyFileSync, existsSync, rmSync, statSync, utimesSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCache } from '#electron/database/check-cache.ts';
import { isAsClosed, markClosed } from '#electron/database/closed-mark.ts';
import { isCorruption } from '#electron/database/open-error.ts';
import { openProfileFiles, type OpenedFiles } from '#electron/database/open-profile-files.ts';
import { CASES, damage } from './damage.ts';
import { copyOf, makeTemplate, shaOf, type Template } from './profile-folder.ts';

let template: Template;
beforeAll(() => {
  template = makeTemplate();
});
const companions = ['', '-wal', '-shm'].map((suffix) => `cache.sqlite${suffix}`);

/** Seeds in groups, as each test has its time. */
const GROUP = 40;
const groups = Array.from({ length: Math.ceil(CASES / GROUP) }, (_, at) => ({
  from: at * GROUP,
  to: Math.min((at + 1) * GROUP, CASES),
}));

/** The journal closed, the cache as a crash leaves it in every second case. */
function damagedCache(seed: number): { folder: string; how: string } {
  const folder = copyOf(template.closed);
  if (seed % 20 >= 10)
    for (const name of companions)
      if (existsSync(join(template.crashed, name)))
        copyFileSync(join(template.crashed, name), join(folder, name));
  return { folder, how: damage(join(folder, 'cache.sqlite'), seed) };
}

/** Whether the cache was set aside. */
function openDamaged(seed: number): boolean {
  const { folder, how } = damagedCache(seed);
  const label = `seed ${seed}: ${how}`;
  const shas = companions.map((name) => shaOf(join(folder, name)));
  const journal = shaOf(join(folder, 'journal.sqlite'));
  const opened = openProfileFiles(folder);
  const { report, files } = opened;
  expect(report.journal, label).toBe('opened');
  expect(report.checkByHand, label).toBeNull();
  expect(
    () => files.cache.exec(`INSERT OR REPLACE INTO list_read (name) VALUES ('terminals')`),
    label,
  ).not.toThrow();
  if (report.cache === 'quarantined') {
    const kept = companions.map((name) => shaOf(join(report.quarantinedTo ?? '', name)));
    // The -shm is only an index of the log; SQLite makes it anew whenever it looks.
    expect([kept[0], kept[1] === shaOf('/dev/null') ? 'missing' : kept[1]], label).toEqual([
      shas[0],
      shas[1],
    ]);
    expect(files.cache.prepare('SELECT COUNT(*) AS n FROM terminal').get(), label).toEqual({ n: 0 });
  }
  opened.close();
  expect(shaOf(join(folder, 'journal.sqlite')), label).toBe(journal);
  rmSync(folder, { recursive: true });
  return report.cache === 'quarantined';
}

describe('a damaged cache', () => {
  let setAside = 0;
  it.each(groups)(
    'opens, is kept when it was set aside, and the journal stays: seeds $from to $to',
    ({ from, to }) => {
      for (let seed = from; seed < to; seed += 1) setAside += Number(openDamaged(seed));
    },
  );
  afterAll(() => expect(setAside).toBeGreaterThan(CASES / 3));
});

type Rows = ReadonlyMap<string, string>;
/** The rows that a list would show, or null where SQLite says that the file is damaged. */
function rowsShown({ files }: OpenedFiles): Rows | null {
  try {
    const rows = files.cache.prepare('SELECT terminal_id, value FROM terminal').raw().all();
    return new Map(rows as [string, string][]);
  } catch (error) {
    if (!isCorruption(error)) throw error;
    return null;
  }
}
const differ = (shown: Rows | null, truth: Rows) =>
  shown !== null && (shown.size !== truth.size || [...truth].some(([id, value]) => shown.get(id) !== value));

/** What the check beside all other work finds. */
async function isSound(folder: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const found = once(port2, 'message');
  checkCache({ task: 'check-cache', folder }, port1);
  return ((await found)[0] as { isSound: boolean }).isSound;
}

/** Damages the cache so that its mark still fits; false if the head or the size has changed by it. */
function damageUnseen(folder: string, seed: number): boolean {
  const path = join(folder, 'cache.sqlite');
  // Whole seconds can be set again exactly.
  const closedAt = Math.floor(statSync(path).mtimeMs / 1_000);
  utimesSync(path, closedAt, closedAt);
  markClosed(path);
  damage(path, seed);
  if (existsSync(path)) utimesSync(path, closedAt, closedAt);
  return isAsClosed(path);
}

const unseen = { cases: 0, toldAtOnce: 0, shownUntilFound: 0, found: 0, neverFound: 0 };

async function openUnseen(seed: number, truth: Rows): Promise<void> {
  const folder = copyOf(template.closed);
  const journal = shaOf(join(folder, 'journal.sqlite'));
  if (damageUnseen(folder, seed)) {
    const label = `seed ${seed}`;
    const opened = openProfileFiles(folder);
    unseen.cases += 1;
    const shown = opened.isCacheTrusted ? rowsShown(opened) : new Map(truth);
    const sound = opened.report.cache !== 'quarantined' && (await isSound(folder));
    if (opened.report.cache === 'quarantined' || shown === null) unseen.toldAtOnce += 1;
    if (!sound) unseen.found += 1;
    if (differ(shown, truth)) unseen[sound ? 'neverFound' : 'shownUntilFound'] += 1;
    if (!sound && opened.report.cache !== 'quarantined') {
      expect(existsSync(opened.rebuildCache()), label).toBe(true);
      expect(rowsShown(opened)?.size, label).toBe(0);
    }
    opened.close();
    expect(shaOf(join(folder, 'journal.sqlite')), label).toBe(journal);
  }
  rmSync(folder, { recursive: true });
}

describe('a cache that is damaged behind its mark', () => {
  let truth: Rows;
  beforeAll(() => {
    const folder = copyOf(template.closed);
    const opened = openProfileFiles(folder);
    truth = rowsShown(opened) ?? new Map();
    opened.close();
    rmSync(folder, { recursive: true });
    expect(truth.size).toBe(90);
  });
  it.each(groups)(
    'opens, is found by the check beside, and is set aside: seeds $from to $to',
    async ({ from, to }) => {
      for (let seed = from; seed < to; seed += 1) await openUnseen(seed, truth);
    },
  );
  afterAll(() => {
    console.log(`R10, behind the mark: ${JSON.stringify(unseen)}`);
    expect(unseen.found).toBeGreaterThan(0);
  });
});
