/** Emails and phones of customers, in everything that the core answers to each role. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCore, type Core } from '#electron/core/core.ts';
import { noPorts } from '#electron/core/host-ports.ts';
import { createServe } from '#electron/transport/serve.ts';
import { NEWEST_FIRST, paymentFilterSchema } from '#shared/contract/payments.ts';
import type { Channel, InputOf } from '#shared/contract/index.ts';
import { exportSchema } from '#shared/contract/exports.ts';
import { mayDo, roles, type Role } from '#shared/domain/rights.ts';
import { exportWorkerUrl } from '../../workers.ts';
import { coreOptions, storeIn } from '../core-options.ts';
import { memoryKeychain } from '../services/people/bench.ts';
import { must } from '../services/operations/harness.ts';
import { orderOf } from '../services/reports/list-bench.ts';
import { ADMINISTRATOR, PINS, signIn } from '../signed-in.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'closeout-contacts-'));
const exports = join(dataDir, 'files');
const EMAIL = 'nadia.fahmy@mail.example';
const PHONE = '01009876543';
const filter = { text: '', group: null };
let core: Core;

async function as(role: Role): Promise<void> {
  const { people } = must(await core.handlers['people.state']({}));
  const face = people.find((one) => one.role === role);
  must(await core.handlers['people.unlock']({ personId: face?.personId ?? '', pin: PINS[role] }));
}
/** The answer as it goes to the window. */
const wire = async (channel: Channel, input: unknown): Promise<string> =>
  JSON.stringify(await createServe(core.handlers, { error: () => {} })(channel, input));
const checkout = (order: string, text: string): InputOf<'checkouts.create'> => ({
  request: {
    amount: { minor: '12050', currency: 'EGP' },
    order,
    minutes: 60,
    methods: [],
    manualCapture: false,
    saveCard: false,
    customerEmail: EMAIL,
    description: text,
  },
  despiteDouble: true,
});

async function exported(): Promise<string> {
  const ended = new Promise<string>((resolve) => {
    const stop = core.onEvent(({ event, payload }) => {
      const { ended: end = null } = payload as { ended?: { saved?: { path: string } } | null };
      if (event !== 'reports.exportProgress' || end === null) return;
      stop();
      resolve(end.saved?.path ?? JSON.stringify(end));
    });
  });
  const columns = ['order', 'description'].map((id) => ({ id, header: id }));
  const order = { ...orderOf('checkouts', { filter, columns }), format: 'csv' };
  must(await core.handlers['reports.exportList'](exportSchema.parse(order)));
  return readFileSync(await ended, 'utf8');
}

beforeAll(async () => {
  mkdirSync(exports);
  const settings = { exportFolder: exports };
  core = must(
    await startCore(
      coreOptions(dataDir, memoryKeychain(), {
        settingsStore: storeIn(settings),
        ports: { ...noPorts, exportWorkerUrl },
      }),
    ),
  );
  await signIn(core);
  for (const role of roles.filter((one) => one !== 'administrator'))
    must(await core.handlers['people.add']({ name: role, role, newPin: PINS[role], pin: ADMINISTRATOR.pin }));
  must(await core.handlers['profiles.startPractice']({ language: 'en' }));
  must(await core.handlers['checkouts.refresh']({ whole: true }));
  await wire('checkouts.create', checkout('NADIA-1', `Cake, call ${PHONE}`));
}, 60_000);
afterAll(async () => {
  await core.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe.each(roles)('as %s', (role) => {
  const sees = mayDo(role, 'customers');
  const has = (answer: string, contact: string) => expect(answer.includes(contact)).toBe(sees);

  it(`every answer about a checkout ${sees ? 'shows' : 'masks'} the phone and the email`, async () => {
    await as(role);
    const page = await wire('checkouts.page', { filter, cursor: null, limit: 50 });
    expect(page).toContain('NADIA-1');
    has(page, EMAIL);
    has(page, PHONE);
    has(page, 'mona.adel@example.com');
    const { rows } = must(await core.handlers['checkouts.page']({ filter, cursor: null, limit: 50 }));
    const key = rows.find(({ order }) => order === 'NADIA-1')?.key ?? '';
    for (const answer of [
      await wire('checkouts.detail', { key }),
      await wire('checkouts.read', { key, payment: true }),
    ]) {
      expect(answer).toContain('NADIA-1');
      has(answer, EMAIL);
      has(answer, PHONE);
    }
  });

  it(`Ctrl+K ${sees ? 'finds by an email and shows it' : 'neither shows an email nor finds by a part of it'}`, async () => {
    await as(role);
    const byOrder = await wire('find.all', { text: 'nadia-1', asker: 'a' });
    expect(byOrder).toContain('NADIA-1');
    has(byOrder, EMAIL);
    for (const part of [EMAIL, 'fahmy@', 'mail.ex'])
      has(await wire('find.all', { text: part, asker: 'a' }), 'NADIA-1');
    has(
      await wire('checkouts.page', { filter: { ...filter, text: 'fahmy@' }, cursor: null, limit: 50 }),
      'NADIA-1',
    );
    const summary = must(await core.handlers['checkouts.summary']({ filter: { ...filter, text: 'fahmy@' } }));
    expect(summary.count).toBe(sees ? 1 : 0);
  });

  it('a list as a file has what the screen has', async () => {
    await as(role);
    const file = await exported();
    expect(file).toContain('NADIA-1');
    has(file, PHONE);
  });

  it('an order and its details show the email of its customer as its checkout does', async () => {
    await as(role);
    must(await core.handlers['payments.download']({ anew: false }));
    const orders = paymentFilterSchema.parse({ text: 'WEB-1001' });
    const asked = { filter: orders, sort: NEWEST_FIRST, cursor: null, limit: 100 };
    const keysNow = async () => must(await core.handlers['payments.page'](asked)).rows.map(({ key }) => key);
    await expect.poll(keysNow, { timeout: 20_000 }).toHaveLength(1);
    has(await wire('payments.page', { filter: orders, cursor: null, limit: 100 }), 'mona.adel@example.com');
    const [key = ''] = await keysNow();
    has(await wire('payments.detail', { key }), 'mona.adel@example.com');
    const named = { ...asked, filter: paymentFilterSchema.parse({ customer: 'mona.adel@' }) };
    expect(must(await core.handlers['payments.page'](named)).rows.length > 0).toBe(sees);
  });
});

it('the answer to making a checkout names no contact', async () => {
  await as('cashier');
  const made = await wire('checkouts.create', checkout('NADIA-2', PHONE));
  expect(made).toContain('"done"');
  expect(made).not.toContain(EMAIL);
  expect(made).not.toContain(PHONE);
});
