/** How a branch stands, as its PC tells it: after a change, not more often than a minute, and of its own branch only. */
import { afterEach, describe, expect, it } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { migrate } from '#electron/database/migrate.ts';
import { journalMigrations } from '#electron/database/migrations/index.ts';
import { newIdentity } from '#electron/head-office/entry.ts';
import { makeOwn } from '#electron/head-office/own.ts';
import type { PublishedReading } from '#electron/head-office/published.ts';
import { openStore } from '#electron/head-office/store.ts';
import { place } from './record.ts';

const MINUTE = 60_000;
const reading = (branch: string, outstandingCount: number, readAtMs = 1): PublishedReading => ({
  branchKey: branch,
  branchName: `Branch ${branch}`,
  businessDate: '2026-11-20',
  timeZone: 'Africa/Cairo',
  cutOff: '04:00',
  terminalCount: 1,
  notRead: 0,
  outstandingCount,
  outstanding: [{ count: outstandingCount, amount: { minor: 9_007_199_254_740_993n, currency: 'EGP' } }],
  notSummed: [],
  oldestAtMs: 1,
  unknownCount: 0,
  terminals: [
    {
      terminalId: 'T1',
      label: 'Till 1',
      outstandingCount,
      outstanding: [],
      notSummed: [],
      oldestAtMs: 1,
      readAtMs,
    },
  ],
  unknown: [],
  openDays: [{ businessDate: '2026-11-19', why: 'rows', count: 2 }],
});

describe('readings of a PC', () => {
  const ends: (() => void)[] = [];
  afterEach(() => ends.splice(0).forEach((end) => end()));

  function pcOf(branch: string) {
    const folder = mkdtempSync(join(tmpdir(), 'closeout-readings-'));
    const journal = new Sqlite(':memory:');
    migrate(journal, journalMigrations);
    writeFileSync(join(folder, 'journal.sqlite'), journal.serialize());
    journal.close();
    const identity = newIdentity();
    const store = openStore(folder, identity.pc);
    ends.push(() => {
      store.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const told = () =>
      store.readings().map(({ atMs, reading: one }) => [one.branchKey, one.outstandingCount, atMs]);
    const member = { identity, place: place(branch), folder, store };
    return {
      id: identity.pc,
      member,
      folder,
      store,
      told,
      entries: () => store.headOf(identity.pc).seq,
      at: (nowMs: number, ...readings: PublishedReading[]) =>
        makeOwn({
          ...member,
          readings: () => readings,
          nowMs: () => nowMs,
        }),
    };
  }

  it('is told at once, then after a change, once a minute at most; the last one is what counts', () => {
    const pc = pcOf('B1');
    pc.at(0, reading('B1', 1));
    pc.at(1_000, reading('B1', 1));
    expect(pc.entries()).toBe(1);
    pc.at(2_000, reading('B1', 2));
    pc.at(59_999, reading('B1', 3));
    expect(pc.entries()).toBe(1);
    pc.at(MINUTE, reading('B1', 3));
    expect(pc.entries()).toBe(2);
    expect(pc.told()).toEqual([['B1', 3, MINUTE]]);
    pc.at(20 * MINUTE, reading('B1', 3));
    expect(pc.entries()).toBe(2);
    const [last] = pc.store.readings();
    expect(last?.reading.outstanding[0]?.amount.minor).toBe(9_007_199_254_740_993n);
  });

  it('that says nothing but that a terminal was read again is told every quarter of an hour', () => {
    const pc = pcOf('B1');
    for (let minute = 0; minute < 60; minute += 1) pc.at(minute * MINUTE, reading('B1', 1, minute));
    expect(pc.entries()).toBe(4);
  });

  it('a clock that was put back does not silence a PC', () => {
    const pc = pcOf('B1');
    pc.at(100 * MINUTE, reading('B1', 1));
    pc.at(10 * MINUTE, reading('B1', 2));
    expect(pc.told()).toEqual([['B1', 2, 10 * MINUTE]]);
  });

  it('a branch that has nothing any more is told as empty, once, and not while the PC does not know yet', () => {
    const pc = pcOf('Somewhere');
    pc.at(0, reading('B1', 1), reading('B2', 2));
    makeOwn({ ...pc.member, nowMs: () => MINUTE });
    expect(pc.entries()).toBe(2);
    pc.at(2 * MINUTE, reading('B2', 2));
    expect(pc.told()).toEqual([
      ['B1', 0, 2 * MINUTE],
      ['B2', 2, 0],
    ]);
    const [left] = pc.store.readings();
    expect(left?.reading).toMatchObject({ terminalCount: 0, outstanding: [], terminals: [], openDays: [] });
    pc.at(40 * MINUTE, reading('B2', 2));
    expect(pc.entries()).toBe(3);
    pc.at(41 * MINUTE);
    expect(pc.told().map(([, count]) => count)).toEqual([0, 0]);
  });

  it('is of the branch of the PC; where no branch has that name, of all that it sees; of an office none', () => {
    const all = [reading('B1', 1), reading('B2', 2)];
    const tellings = ['B1', 'Branch B2', 'Somewhere', ''].map((branch) => {
      const pc = pcOf(branch);
      pc.at(0, ...all);
      return pc.told().map(([key]) => key);
    });
    expect(tellings).toEqual([['B1'], ['B2'], ['B1', 'B2'], []]);
  });

  it('what a Closeout kept that showed none of it is shown by a newer one', () => {
    const pc = pcOf('B1');
    pc.at(0, reading('B1', 1));
    const file = new Sqlite(join(pc.folder, 'head-office.sqlite'));
    file.exec('DELETE FROM reading; DELETE FROM shown');
    file.close();
    expect(pc.store.readings()).toEqual([]);
    const again = openStore(pc.folder, pc.id);
    expect(again.readings().map(({ reading: one }) => one)).toEqual([reading('B1', 1)]);
    again.close();
  });
});
