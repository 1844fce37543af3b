import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { endpointNames, endpointTable } from '#electron/gateway/endpoint-table.ts';
import { endpointsOfMade } from './lost-answers.ts';
import { lostWrites, loseWrites } from './lost-writes.ts';

/** Closeout takes no card numbers, so nobody can send this one. */
const NOT_USED = { name: 'tokens.checkout-create', call: 'checkoutCreate' } as const;

it('every write of the interface is among those whose answers are lost here', () => {
  const all = endpointNames.filter((name) => endpointTable[name].kind === 'write');
  expect([...lostWrites, ...endpointsOfMade, NOT_USED.name].toSorted()).toEqual(all.toSorted());
});

it('the one that is left out is sent by no use case', () => {
  const folder = join(import.meta.dirname, '../../../../electron/services');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) expect(readFileSync(join(folder, file), 'utf8')).not.toContain(NOT_USED.call);
});

it.each(lostWrites)('%s: after each of three faults the ending is right, and nothing is done twice', (name) =>
  loseWrites(name, 3),
);
