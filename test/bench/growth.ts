/** Does the work of a list grow with its rows? Ten million settled transactions beside a hundred thousand: the page, an order, the search, the start. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../electron/database/client.ts';
import { copyFolder } from './folders.ts';
import { isMeasured, ratio, ratiosOf, type Goal, type Pair } from './measure.ts';
import { launch } from './process.ts';
import { pageOf, TEXTS } from './settled-page.ts';
import { databaseWorkerUrl } from './workers.ts';

const SMALL = '100k';
const LARGE = '10M';
const byAmount = { by: 'amount', direction: 'desc' } as const;
const LAUNCHES = 10;

const goal = (name: string): Goal => ({
  id: 'growth',
  name: `${name}, ${LARGE} rows ÷ ${SMALL}`,
  atMost: 1.5,
});
/** Up to its first page, in milliseconds. */
const launched = async (folder: string): Promise<number> => (await launch(folder)).ms;

export async function growthOfCache(): Promise<void> {
  if (!isMeasured('growth')) return;
  const root = mkdtempSync(join(tmpdir(), 'closeout-bench-'));
  try {
    const folders = [copyFolder(SMALL, join(root, 'small')), copyFolder(LARGE, join(root, 'large'))] as const;
    const small = await openDatabase(databaseWorkerUrl, folders[0]);
    const large = await openDatabase(databaseWorkerUrl, folders[1]);
    const [few, many] = [small.database, large.database];
    await ratio(
      goal('a page'),
      () => pageOf(few),
      () => pageOf(many),
    );
    await ratio(
      goal('a page in the order of amounts'),
      () => pageOf(few, { sort: byAmount }),
      () => pageOf(many, { sort: byAmount }),
    );
    for (const [name, text] of Object.entries(TEXTS))
      await ratio(
        goal(`a ${name} text`),
        () => pageOf(few, { text }),
        () => pageOf(many, { text }),
      );
    await few.close();
    await many.close();
    const pairs: Pair[] = [];
    for (let pair = 0; pair < LAUNCHES; pair += 1)
      pairs.push({
        baseline: await launched(folders[0]),
        product: await launched(folders[1]),
        again: await launched(folders[0]),
      });
    ratiosOf(goal('a process up to its first page'), pairs);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
