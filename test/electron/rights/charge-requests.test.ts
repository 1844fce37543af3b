/** A charge that waits for approval, while the card is charged meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCore, type Core } from '#electron/core/core.ts';
import { checkoutRequestSchema } from '#shared/contract/checkouts.ts';
import { money, toDecimal } from '#shared/money/money.ts';
import { codeOf, must } from '../services/operations/harness.ts';
import { memoryKeychain } from '../services/people/bench.ts';
import { ADMINISTRATOR, signIn } from '../signed-in.ts';
import { coreOptions } from '../core-options.ts';

const PIN = { Mona: ADMINISTRATOR.pin, Sara: '604821' };
type Name = keyof typeof PIN;
const amount = money(7_550n, 'EGP');
const [reason, note] = ['monthly fee', ''];

const dataDir = mkdtempSync(join(tmpdir(), 'closeout-charge-requests-'));
let core: Core;
let ids: Record<string, string> = {};
let cardKey = '';

const as = async (name: Name) =>
  void must(await core.handlers['people.unlock']({ personId: ids[name] ?? '', pin: PIN[name] }));
const prepare = async () => must(await core.handlers['charge.prepare']({ cardKey, amount })).preparationId;
const confirm = (by: Name, preparationId: string, given: { second?: Name; requestId?: string }) =>
  core.handlers['charge.confirm']({
    preparationId,
    reason,
    note,
    typedAmount: toDecimal(amount),
    authorization: {
      pin: PIN[by],
      second: given.second ? { personId: ids[given.second] ?? '', pin: PIN[given.second] } : null,
      requestId: given.requestId ?? null,
    },
  });
const waiting = async () =>
  must(await core.handlers['approvals.list']({})).requests.map(({ requestId }) => requestId);
async function ask(): Promise<string> {
  const asked = { kind: 'charge', preparationId: await prepare(), reason, note, pin: PIN.Mona } as const;
  return must(await core.handlers['approvals.request'](asked)).request.requestId;
}

/** A customer lets a card be saved on the page of a checkout. */
async function saveCard(): Promise<string> {
  const request = checkoutRequestSchema.parse({
    amount: { minor: '12050', currency: 'EGP' },
    order: 'SAVE-1',
    minutes: 60,
    methods: ['card'],
    manualCapture: false,
    saveCard: true,
    customerReference: 'C-901',
  });
  const made = must(await core.handlers['checkouts.create']({ request, despiteDouble: true }));
  if (made.kind !== 'done' || made.address === null) throw new Error(made.kind);
  await fetch(made.address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ method: 'card', outcome: 'approve', save: 'yes', card: 'visa-4242' }),
  });
  must(await core.handlers['savedCards.refresh']({}));
  const page = { text: 'C-901', cursor: null, limit: 5 };
  return must(await core.handlers['savedCards.page'](page)).rows[0]?.key ?? '';
}

beforeAll(async () => {
  core = must(await startCore(coreOptions(dataDir, memoryKeychain())));
  const { handlers } = core;
  const { rules } = await signIn(core);
  const pin = PIN.Mona;
  const { people } = must(
    await handlers['people.add']({ name: 'Sara', role: 'finance', newPin: PIN.Sara, pin }),
  );
  ids = Object.fromEntries(people.map(({ name, personId }) => [name, personId]));
  must(await handlers['profiles.startPractice']({ language: 'en' }));
  cardKey = await saveCard();
  // Every charge needs two people.
  must(await handlers['people.setRules']({ ...rules, limits: { ...rules.limits, orderMovement: [] }, pin }));
}, 60_000);
afterAll(async () => {
  await core.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('a request is withdrawn by a charge of its card: approved as well, the card would be charged twice', async () => {
  const requestId = await ask();
  expect(await waiting()).toEqual([requestId]);
  const { operation } = must(await confirm('Mona', await prepare(), { second: 'Sara' }));
  expect(operation).toMatchObject({ kind: 'charge', state: 'SUCCEEDED' });
  expect(await waiting()).toEqual([]);
  await as('Sara');
  expect(codeOf(await confirm('Sara', await prepare(), { requestId }))).toBe('request-not-open');
  await as('Mona');
  const { detail } = must(await core.handlers['savedCards.detail']({ key: cardKey }));
  expect(detail?.charges.map(({ opId }) => opId)).toEqual([operation.opId]);
});

it('a request that nothing overtook is carried out once, by whoever approves it', async () => {
  const requestId = await ask();
  await as('Sara');
  const { operation } = must(await confirm('Sara', await prepare(), { requestId }));
  expect(operation).toMatchObject({ kind: 'charge', state: 'SUCCEEDED', totals: [{ count: 1, amount }] });
  expect(await waiting()).toEqual([]);
  expect(codeOf(await confirm('Sara', await prepare(), { requestId }))).toBe('request-not-open');
});
