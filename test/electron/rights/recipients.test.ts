/** A recipient is kept by two people; its key leaves the keychain with the profile. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCore, type Core } from '#electron/core/core.ts';
import { codeOf, must } from '../services/operations/harness.ts';
import { memoryKeychain } from '../services/people/bench.ts';
import { ADMINISTRATOR, signIn } from '../signed-in.ts';
import { coreOptions } from '../core-options.ts';

const PIN = { Mona: ADMINISTRATOR.pin, Sara: '604821', Hany: '731905' };
type Name = keyof typeof PIN;
const dataDir = mkdtempSync(join(tmpdir(), 'closeout-recipients-'));
const system = memoryKeychain();
let core: Core;
let ids: Record<string, string> = {};

/** By Mona, who is signed in, with a second person beside her or not. */
const keep = (second: Name | null, pin = second && PIN[second]) =>
  core.handlers['transfers.saveRecipient']({
    key: null,
    recipient: { method: 'wallet', recipient: 'A Supplier', number: '01001234567', bank: '' },
    authorization: {
      pin: PIN.Mona,
      second: second && { personId: ids[second] ?? '', pin: pin ?? '' },
      requestId: null,
    },
  });
const kept = async () => must(await core.handlers['transfers.recipients']({})).recipients;
const sealKeys = () => [...system.kept.keys()].filter((account) => account.endsWith('/recipients'));

beforeAll(async () => {
  core = must(await startCore(coreOptions(dataDir, system)));
  const begun = await signIn(core);
  const pin = PIN.Mona;
  const { handlers } = core;
  must(await handlers['people.add']({ name: 'Sara', role: 'finance', newPin: PIN.Sara, pin }));
  const added = await handlers['people.add']({ name: 'Hany', role: 'cashier', newPin: PIN.Hany, pin });
  ids = Object.fromEntries([...begun.people, ...must(added).people].map((one) => [one.name, one.personId]));
  must(await handlers['profiles.startPractice']({ language: 'en' }));
}, 60_000);
afterAll(async () => {
  await core.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('one person keeps none, nor with herself, a wrong PIN or somebody who may not', async () => {
  expect(codeOf(await keep(null))).toBe('second-needed');
  expect(codeOf(await keep('Mona'))).toBe('second-not-allowed');
  expect(codeOf(await keep('Sara', '111222'))).toBe('second-pin-wrong');
  expect(codeOf(await keep('Hany'))).toBe('second-not-allowed');
  expect(await kept()).toEqual([]);
  expect(sealKeys()).toEqual([]);
});

it('two people keep one, and the record names both', async () => {
  const { key } = must(await keep('Sara'));
  expect(await kept()).toMatchObject([{ key, name: 'A Supplier', by: 'Mona' }]);
  const asked = { cursor: null, limit: 50, text: '', actor: null, action: null, pc: null };
  const { rows } = must(await core.handlers['activity.page']({ ...asked, action: 'approval.approved' }));
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ actor: 'Mona', target: 'A Supplier', outcome: 'ok' });
  expect(JSON.stringify(rows[0])).toContain('Sara');
});

it('practising anew forgets the key', async () => {
  expect(sealKeys()).toHaveLength(1);
  must(await core.handlers['profiles.practiseAgain']({ language: 'en' }));
  expect(sealKeys()).toEqual([]);
  expect(await kept()).toEqual([]);
});

it('the key leaves the keychain with its profile', async () => {
  const host = 'http://127.0.0.1:9';
  const keys = { secretKey: 'sk_recipients_1', apiKey: '', paymentKey: '', transferKey: '' };
  const merchant = { name: 'Cairo', merchantId: 'M1', environment: 'test' as const };
  const hosts = { dashboardUrl: host, checkoutUrl: host };
  const { id } = must(await core.handlers['profiles.connect']({ ...merchant, ...hosts, ...keys }));
  must(await keep('Sara'));
  expect(sealKeys()).toHaveLength(1);
  must(await core.handlers['profiles.remove']({ profileId: id }));
  expect(sealKeys()).toEqual([]);
});
