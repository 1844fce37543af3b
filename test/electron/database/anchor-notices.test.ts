import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '#electron/database/client.ts';
import { newOperation } from '../../faults/journal/profile-folder.ts';
import { databaseWorkerUrl } from '../../workers.ts';

it('a check value that cannot be written is told, and so is the first one that can be again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'closeout-anchor-'));
  const told: string[] = [];
  const { database } = await openDatabase(databaseWorkerUrl, folder, ({ event }) => {
    if (event.startsWith('anchor')) told.push(event);
  });
  const anchor = join(folder, 'journal-anchor.json');
  /** A write is answered before its check value is written: the next answer comes after that. */
  const write = async (n: number) => {
    await database.call('journal.create', newOperation(n));
    await database.call('journal.counts', null);
  };
  await write(1);
  rmSync(anchor);
  mkdirSync(anchor);
  await write(2);
  rmSync(anchor, { recursive: true });
  await write(3);
  await write(4);
  await database.close();
  expect(told).toEqual(['anchor-failed', 'anchor-kept']);
  rmSync(folder, { recursive: true, force: true });
});
