/** The data folder moves at the next start, whole or not at all. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { askToMove, openDataFolder, whereMoved } from '#electron/core/move-data.ts';

const fresh = () => mkdtempSync(join(tmpdir(), 'closeout-move-'));
function filled(): string {
  const dataDir = fresh();
  mkdirSync(join(dataDir, 'profiles/live-m/backups'), { recursive: true });
  writeFileSync(join(dataDir, 'settings.json'), '{"language":"ar"}');
  writeFileSync(join(dataDir, 'profiles/live-m/journal.sqlite'), 'journal');
  writeFileSync(join(dataDir, 'profiles/live-m/backups/journal-1.sqlite'), 'backup');
  return dataDir;
}
function opened(dataDir: string) {
  const open = openDataFolder(dataDir);
  if (!open.ok) throw new Error(open.message);
  open.lock.release();
  return open;
}

it('everything is in the new folder after the next start, the old files stay, and later starts go there', () => {
  const dataDir = filled();
  const to = join(fresh(), 'new');
  expect(askToMove(dataDir, to)).toEqual({ ok: true, value: { to } });
  expect(opened(dataDir).lock.dataDir).toBe(to);
  for (const name of [
    'settings.json',
    'profiles/live-m/journal.sqlite',
    'profiles/live-m/backups/journal-1.sqlite',
  ])
    expect(readFileSync(join(to, name), 'utf8')).toBe(readFileSync(join(dataDir, name), 'utf8'));
  expect(readdirSync(to)).not.toContain('moved.json');
  expect(whereMoved(dataDir)).toBe(to);
  expect(opened(dataDir).lock.dataDir).toBe(to);
});

it.each(['not-empty', 'inside', 'not-whole'])('a folder that is %s is refused at once', (why) => {
  const dataDir = filled();
  const to = { 'not-empty': filled(), inside: join(dataDir, 'new'), 'not-whole': 'new' }[why] ?? '';
  expect(askToMove(dataDir, to)).toMatchObject({
    ok: false,
    error: { code: 'move-folder-invalid', params: { why } },
  });
});

it('a move that cannot be made leaves the data where it is, which is told', () => {
  const dataDir = filled();
  const to = join(fresh(), 'new');
  askToMove(dataDir, to);
  // Somebody else put a file there meanwhile.
  writeFileSync(join(to, 'theirs'), '');
  chmodSync(join(to, 'theirs'), 0o600);
  const open = opened(dataDir);
  expect(open.lock.dataDir).toBe(dataDir);
  expect(open.problems).toMatchObject([{ code: 'move-folder-invalid', params: { why: 'not-empty' } }]);
  expect(readdirSync(to)).toEqual(['theirs']);
  expect(opened(dataDir).problems).toEqual([]);
});
