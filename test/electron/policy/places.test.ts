/** Whose word a policy is: a file that somebody else could have written is none. */
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPolicy, POLICY_CHECK_MS } from '#electron/policy/open-policy.ts';
import { placesWith, readPolicy, type PolicyPlaces } from '#electron/policy/places.ts';
import { TEST_CERTIFICATE } from '../gateway/servers.ts';
import { testClock } from '../sandbox/gateway.ts';

const NONE: PolicyPlaces = { sources: () => [] };
let folder = '';
let file = '';
const write = (settings: object, mode = 0o644) => {
  writeFileSync(file, JSON.stringify(settings));
  chmodSync(file, mode);
};
const read = () => readPolicy(placesWith(file, NONE));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'closeout-policy-'));
  file = join(folder, 'policy.json');
});

describe('a policy file', () => {
  it('that is not there sets nothing', async () => {
    expect(await read()).toEqual({ ok: true, value: { policy: {}, from: [], ca: undefined } });
  });

  describe.skipIf(process.platform === 'win32')('is refused', () => {
    it('where everybody can write to it, or to its folder', async () => {
      write({ language: 'ar' }, 0o646);
      expect(await read()).toMatchObject({ error: { code: 'writable-by-others', params: { file } } });
      chmodSync(file, 0o644);
      chmodSync(folder, 0o777);
      expect(await read()).toMatchObject({ error: { code: 'writable-by-others', params: { file: folder } } });
    });

    it.skipIf(process.getuid?.() !== 0)('where another user owns it', async () => {
      write({ language: 'ar' });
      chownSync(file, 12_345, 0);
      expect(await read()).toMatchObject({ error: { code: 'not-owned', params: { file } } });
    });

    it('where it names certificates that are not there, are none, or that everybody can write to', async () => {
      const caFile = join(folder, 'ca.pem');
      write({ caFile });
      expect(await read()).toMatchObject({ error: { code: 'unreadable', params: { file: caFile } } });
      writeFileSync(caFile, 'no certificate');
      expect(await read()).toMatchObject({ error: { code: 'unreadable', params: { code: 'no-pem' } } });
      writeFileSync(caFile, TEST_CERTIFICATE);
      expect(await read()).toMatchObject({ value: { ca: TEST_CERTIFICATE } });
      chmodSync(caFile, 0o666);
      expect(await read()).toMatchObject({ error: { code: 'writable-by-others' } });
    });
  });

  it('gives way to what the machine itself sets, key by key; one bad source refuses all', async () => {
    write({ language: 'ar', lockAfterMinutes: 3 });
    const machine = join(folder, 'machine.json');
    writeFileSync(machine, '{"lockAfterMinutes": 7}');
    const both = placesWith(file, placesWith(machine, NONE));
    expect(await readPolicy(both)).toMatchObject({
      value: { policy: { language: 'ar', lockAfterMinutes: 7 }, from: [file, machine] },
    });
    writeFileSync(machine, '{"lockAfterMinutes": 70}');
    expect(await readPolicy(both)).toMatchObject({ ok: false });
  });
});

describe('an open policy', () => {
  it('is looked at again: a change is told, and a bad one leaves the last good one binding', async () => {
    const clock = testClock();
    write({ lockAfterMinutes: 3 });
    const policy = await openPolicy(placesWith(file, NONE), clock);
    const looks: boolean[] = [];
    const looked = async () => {
      const before = looks.length;
      clock.forward(POLICY_CHECK_MS);
      while (looks.length === before) await new Promise((resolve) => setImmediate(resolve));
    };
    policy.onLook((changed) => void looks.push(changed));
    expect(policy.get('lockAfterMinutes')).toBe(3);
    await looked();
    write({ lockAfterMinutes: 4, roles: ['cashier'] });
    await looked();
    expect(policy.keys()).toEqual(['lockAfterMinutes', 'roles']);
    write({ lockAfterMinutes: 400 });
    await looked();
    expect(policy.problem()).toMatchObject({ code: 'wrong-value' });
    expect(policy.get('lockAfterMinutes')).toBe(4);
    rmSync(file);
    await looked();
    expect(policy.problem()).toBeNull();
    expect(policy.keys()).toEqual([]);
    expect(looks).toEqual([false, true, true, true]);
    policy.stop();
  });
});
