/** Shares of head office's campaigns (`npm run faults -- --only head-office` runs them whole). */
import { expect, it } from 'vitest';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { brokenIn } from './figure.ts';
import { claims } from './head-office/claims.ts';
import { cuts } from './head-office/cuts.ts';
import { tampering } from './head-office/tampering.ts';

it.skipIf(findPostgres() === null)(
  'whatever the owner of the server changes is found and named',
  async () => {
    expect(await brokenIn(tampering, { seed: 1, count: 105 })).toEqual([]);
  },
);

it.skipIf(findPostgres() === null)(
  'wherever the way is cut or the server killed, nothing is lost, doubled or out of order',
  async () => {
    expect(await brokenIn(cuts, { seed: 1, count: 60 })).toEqual([]);
  },
);

it.skipIf(findPostgres() === null)('of two PCs that want the same money, one sends', async () => {
  expect(await brokenIn(claims, { seed: 1, count: 300 })).toEqual([]);
});
