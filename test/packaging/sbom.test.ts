/** The list of what Closeout is made of: whole, and with no licence that a person has not looked at. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { isAllowed, licenceOf, makeSbom, nameOf } from '../tooling/sbom.ts';

// npm itself reads the lockfile.
vi.setConfig({ testTimeout: 120_000 });

type Locked = { packages: Record<string, { version?: string }> };
const root = join(import.meta.dirname, '../..');
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Locked;
const locked = Object.entries(packages)
  .filter(([path]) => path !== '')
  // By the name that it has here, which npm names it by, too.
  .map(([path, { version }]) => `${path.split('node_modules/').at(-1)} ${version}`);

it('names every package of the lockfile, and each has a licence that asks for its text alone', () => {
  const { components } = makeSbom();
  const named = new Set(components.map((one) => `${nameOf(one)} ${one.version}`));
  expect(locked.length).toBeGreaterThan(500);
  expect(locked.filter((one) => !named.has(one))).toEqual([]);
  expect(components.filter((one) => !isAllowed(licenceOf(one))).map(nameOf)).toEqual([]);
});

describe('a licence', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR CC0-1.0)', true],
    ['GPL-3.0-only', false],
    ['AGPL-3.0', false],
    ['not said', false],
  ])('%s may be shipped unseen: %s', (licence, isShipped) => expect(isAllowed(licence)).toBe(isShipped));
});
