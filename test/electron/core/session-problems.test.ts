import { describe, expect, it } from 'vitest';
import { createSessionProblems } from '#electron/core/session-problems.ts';
import type { OpenReport } from '#electron/database/protocol.ts';

const clock = { nowMs: () => 7, after: () => () => {} };
const report: OpenReport = {
  cache: 'opened',
  journal: 'opened',
  imports: 'opened',
  quarantinedTo: null,
  importsQuarantinedTo: null,
  checkByHand: null,
};
const waiting: OpenReport = {
  ...report,
  journal: 'restored',
  checkByHand: { schema: 1, incidents: [] },
};
const broken = { ok: false as const, in: 'entries' as const, at: 4, problem: 'cut' as const };

function open() {
  let told = 0;
  const problems = createSessionProblems(clock, () => (told += 1));
  problems.begin('p1', '/data/p1');
  return {
    problems,
    told: () => told,
    shown: () => problems.list().map(({ id, error }) => [id, error.code, error.params]),
  };
}
const failed = (code: string) => ({ event: 'backup-failed' as const, code, message: '', failures: 1 });

describe('a backup that fails', () => {
  it.each([
    ['ENOSPC', 'disk-full'],
    ['SQLITE_FULL', 'disk-full'],
    ['EACCES', 'folder-not-writable'],
    ['EROFS', 'folder-not-writable'],
    ['SQLITE_CANTOPEN', 'folder-not-writable'],
    ['EIO', 'unexpected'],
  ])('is shown with its cause: %s is %s', (code, cause) => {
    const { problems, shown } = open();
    problems.hear(failed(code));
    expect(shown()).toEqual([['backup-p1', 'backup-failed', { folder: '/data/p1', cause }]]);
  });

  it('goes away with the next one that is made, and the window is told each time', () => {
    const { problems, shown, told } = open();
    problems.hear({ event: 'backup-made', file: 'a' });
    expect(told()).toBe(0);
    problems.hear(failed('ENOSPC'));
    problems.hear({ event: 'backup-made', file: 'b' });
    expect(shown()).toEqual([]);
    expect(told()).toBe(2);
  });
});

it('a check value that could not be written goes away with the next one that is', () => {
  const { problems, shown } = open();
  problems.hear({ event: 'anchor-failed', code: 'ENOSPC', message: '' });
  expect(shown()).toEqual([['anchor-p1', 'anchor-failed', { folder: '/data/p1', cause: 'disk-full' }]]);
  problems.hear({ event: 'anchor-kept' });
  expect(shown()).toEqual([]);
});

describe('stopped money', () => {
  it('comes first and stays beside other news', () => {
    const { problems, shown } = open();
    problems.hear(failed('EIO'));
    problems.hear({ event: 'journal-damaged', message: '' });
    expect(shown().map(([id]) => id)).toEqual(['journal-p1', 'backup-p1']);
  });

  it('after a restored journal goes on until a person has confirmed', () => {
    const { problems, shown } = open();
    problems.broken(broken);
    problems.opened(waiting);
    problems.broken(broken);
    expect(shown()).toEqual([['journal-p1', 'journal-blocked', { cause: 'restored' }]]);
    problems.confirmed(null);
    expect(shown()).toEqual([]);
  });

  it('stays after the confirmation where the record is broken all the same', () => {
    const { problems, shown } = open();
    problems.opened(waiting);
    problems.confirmed(broken);
    expect(shown()).toEqual([['journal-p1', 'journal-blocked', { where: 'entries', at: 4, what: 'cut' }]]);
  });

  it('stays after the confirmation where the journal was found damaged in use', () => {
    const { problems, shown } = open();
    problems.hear({ event: 'journal-damaged', message: '' });
    problems.confirmed(null);
    expect(shown()).toEqual([['journal-p1', 'journal-blocked', { cause: 'damaged' }]]);
  });
});

it('another profile begins without the news of the one before', () => {
  const { problems, shown } = open();
  problems.hear(failed('EIO'));
  problems.begin('p2', '/data/p2');
  expect(shown()).toEqual([]);
});
