/** Rights that were taken away at head office, on a PC where another merchant was open when that came in. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startCore, type Core } from '#electron/core/core.ts';
import { makeEntries, newIdentity } from '#electron/head-office/entry.ts';
import { BEFORE_FIRST, peopleFact, type PeopleChange } from '#electron/head-office/people-record.ts';
import { openStore } from '#electron/head-office/store.ts';
import { coreOptions } from '../core-options.ts';
import { must } from '../services/operations/harness.ts';
import { memoryKeychain } from '../services/people/bench.ts';
import { ADMINISTRATOR, PINS, signIn } from '../signed-in.ts';
import { headOfficeWorkerUrl } from '../../workers.ts';

const MERCHANT = 'MID-CHAIN';
let dataDir = '';
let keychain = memoryKeychain();
let core: Core;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'closeout-chain-'));
  keychain = memoryKeychain();
  core = must(await startCore(coreOptions(dataDir, keychain, { headOfficeWorkerUrl })));
  await signIn(core);
});
afterEach(async () => {
  await core.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Changes what the keychain has under the account that ends in this name. */
function change(name: string, how: (kept: Record<string, unknown>) => Record<string, unknown>): void {
  const [account, text] = [...keychain.kept].find(([one]) => one.endsWith(name)) ?? [];
  if (account === undefined || text === undefined) throw new Error(`nothing is kept under ${name}`);
  keychain.kept.set(account, JSON.stringify(how(JSON.parse(text) as Record<string, unknown>)));
}

/** The PC takes people from the chain's list. It has taken over all but the last change, by which Sara is a cashier. */
function takePart(profileId: string, sara: string): void {
  const identity = newIdentity();
  const place = { environment: 'test' as const, merchant: MERCHANT, branch: '' };
  const by = { id: 'A1', name: 'Amira' };
  const saraAs = (role: 'manager' | 'cashier'): PeopleChange => ({
    ...{ what: 'person', by, person: { id: sara, name: 'Sara', role, active: true } },
  });
  const changes: PeopleChange[] = [
    {
      ...{ what: 'begin', by, person: { ...by, role: 'administrator', active: true } },
      pc: { id: identity.pc, name: 'Office', confirmed: true },
    },
    saraAs('manager'),
    saraAs('cashier'),
  ];
  const entries = makeEntries(
    identity,
    place,
    BEFORE_FIRST,
    changes.map((one) => peopleFact(one, Date.now())),
  );
  const store = openStore(join(dataDir, 'profiles', profileId), identity.pc);
  store.keepPeople(entries.map((entry) => ({ entry, publicKey: identity.publicKey })));
  store.close();
  // Nobody is there: all that this PC knows is what it has read.
  const login = { host: '127.0.0.1', port: 9, database: 'none', ca: null, user: 'pc', password: 'none' };
  const [binding = ''] = [...keychain.kept.keys()].filter((one) => one.endsWith('/binding'));
  keychain.kept.set(
    binding.replace('/binding', '/head-office'),
    JSON.stringify({ name: 'Till', identity, place, login }),
  );
  const [first, taken] = entries;
  change('people', (index) => ({
    ...index,
    chain: { place: `test/${MERCHANT}`, first: first?.hash, codesAfter: 0, seq: 2, hash: taken?.hash },
  }));
  change(`person:${sara}`, (person) => ({ ...person, chain: { codeSeq: 0, code: null } }));
}

it('hold as soon as the merchant is open, for whoever is signed in, as far as this PC has read them', async () => {
  const { handlers } = core;
  const { pin } = ADMINISTRATOR;
  const { people } = must(
    await handlers['people.add']({ name: 'Sara', role: 'manager', newPin: PINS.manager, pin }),
  );
  const sara = people.find(({ name }) => name === 'Sara')?.personId ?? '';
  const hosts = { dashboardUrl: 'http://127.0.0.1:9', checkoutUrl: 'http://127.0.0.1:9' };
  const keys = { secretKey: 'sk-0123456789', apiKey: '', paymentKey: '', transferKey: '' };
  const { id: profileId } = must(
    await handlers['profiles.connect']({
      ...{ name: 'Chain', merchantId: MERCHANT, environment: 'test', ...hosts, ...keys },
    }),
  );
  must(await handlers['profiles.startPractice']({ language: 'en' }));
  takePart(profileId, sara);
  // A change of people reads all of them again.
  must(await handlers['people.add']({ name: 'Omar', role: 'cashier', newPin: PINS.cashier, pin }));
  must(await handlers['people.unlock']({ personId: sara, pin: PINS.manager }));
  const now = async () => must(await handlers['people.state']({}));
  expect((await now()).me).toMatchObject({ name: 'Sara', role: 'manager' });
  // A manager may open a merchant.
  must(await handlers['profiles.activate']({ profileId }));
  expect(await now()).toMatchObject({
    me: { name: 'Sara', role: 'cashier' },
    told: { name: 'Sara', role: 'cashier', by: 'Amira', pcName: 'Office' },
  });
});
