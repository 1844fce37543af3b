import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  CAPABILITIES_FILE,
  loadCapabilities,
  readCapabilities,
  unknownCapabilities,
} from '#electron/gateway/capabilities.ts';
import { emptyFlags, writeFlags } from '#electron/conformance/flags.ts';

const URL_A = 'https://dashboard.example';

function learnt(file: unknown, url = URL_A) {
  const read = readCapabilities(JSON.stringify(file));
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value(url);
}
const flags = { ...emptyFlags(URL_A), listShowsReversed: true };

it('what the conformance suite writes is read from the data folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'closeout-capabilities-'));
  try {
    expect(await loadCapabilities(folder)).toMatchObject({ ok: true });
    await writeFlags(join(folder, CAPABILITIES_FILE), { ...flags, settleWindowMs: 3_600_000 });
    const read = await loadCapabilities(folder);
    expect(read.ok && read.value(URL_A)).toEqual({
      listShowsReversed: true,
      listLagMs: 3_600_000,
      deadlineMs: 150_000,
    });
    writeFileSync(join(folder, CAPABILITIES_FILE), '{"dashboardHost":');
    expect(await loadCapabilities(folder)).toMatchObject({
      ok: false,
      error: { code: 'overrule-invalid', params: { where: CAPABILITIES_FILE } },
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('what was learnt of one host says nothing of another', () => {
  expect(learnt(flags, 'https://other.example')).toEqual(unknownCapabilities);
  expect(learnt([emptyFlags('https://other.example'), flags]).listShowsReversed).toBe(true);
});

it('what is not known is the worst, and a short measurement shortens nothing', () => {
  expect(learnt(emptyFlags(URL_A))).toEqual(unknownCapabilities);
  expect(learnt({ ...flags, settleWindowMs: 900, longestWaitMs: 40 })).toEqual({
    listShowsReversed: true,
    listLagMs: 900_000,
    deadlineMs: 150_000,
  });
  expect(learnt({ ...flags, longestWaitMs: 1_000_000 })).toMatchObject({
    listLagMs: 1_000_000,
    deadlineMs: 2_000_000,
  });
});

it.each([
  ['a number', 7],
  ['no host', { ...flags, dashboardHost: '' }],
  ['a word for a flag', { ...flags, listShowsReversed: 'yes' }],
  ['a negative window', { ...flags, settleWindowMs: -1 }],
])('%s is refused', (_name, file) => {
  expect(readCapabilities(JSON.stringify(file)).ok).toBe(false);
});
