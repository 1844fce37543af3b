/** A new profile of a test begins with prepared files, unless the test is about them. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '#electron/database/client.ts';
import { databaseWorkerUrl, preparedWorkerUrl } from '../workers.ts';

it.each([
  ['prepared', preparedWorkerUrl, 'opened'],
  ['made by the product', databaseWorkerUrl, 'fresh'],
])('files of a new profile are %s', async (_, workerUrl, state) => {
  const { database, report } = await openDatabase(workerUrl, mkdtempSync(join(tmpdir(), 'closeout-new-')));
  await database.close();
  expect(report).toMatchObject({ journal: state, cache: state, imports: state });
});
