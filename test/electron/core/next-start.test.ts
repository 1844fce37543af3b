import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { namedByLastRun, nameForNextStart } from '#electron/core/next-start.ts';

const NOW = Date.UTC(2026, 10, 25, 12);
const MINUTE_MS = 60_000;
let usual: string;
beforeEach(() => {
  usual = join(mkdtempSync(join(tmpdir(), 'next-start-')), 'Closeout');
});

it('the data that was open at an update is opened by the start after it, and by no other', () => {
  nameForNextStart(usual, '/shops/data of Cairo', NOW);
  expect(namedByLastRun(usual, NOW + MINUTE_MS)).toBe('/shops/data of Cairo');
  expect(namedByLastRun(usual, NOW + MINUTE_MS)).toBeNull();
  expect(readdirSync(usual)).toEqual([]);
});

it.each([
  ['half an hour later', 30 * MINUTE_MS],
  ['before it was written', -MINUTE_MS],
])('a note that is read %s counts for nothing, and is gone', (_when, laterMs) => {
  nameForNextStart(usual, '/shops/data', NOW);
  expect(namedByLastRun(usual, NOW + laterMs)).toBeNull();
  expect(readdirSync(usual)).toEqual([]);
});

it('without a note, or with half of one, the usual data is opened', () => {
  expect(namedByLastRun(usual, NOW)).toBeNull();
  expect(existsSync(usual)).toBe(false);
  nameForNextStart(usual, '/shops/data', NOW);
  writeFileSync(join(usual, 'next-start.json'), '{"dataDir":"/sh');
  expect(namedByLastRun(usual, NOW)).toBeNull();
});
