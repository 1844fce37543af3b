/** What can be sent is what the form shows, whenever an answer comes. */
import { beforeEach, expect, it } from 'vitest';
import type { Wire } from '#renderer/api/transport.ts';
import { answerNext, waiting } from '../calls.ts';
import { createTransferStore, preparedFor } from '#renderer/features/transfers/use-transfer.ts';

beforeEach(() => void waiting.splice(0));

const wantedTo = (number: string) => ({
  method: 'bank' as const,
  recipient: 'Nile Paper',
  number,
  bank: 'National Bank',
  amount: { minor: '125050', currency: 'EGP' },
});
const [OLD, NEW] = [wantedTo('EG38 0019'), wantedTo('EG38 0020')];
const preparation = (preparationId: string): Wire => ({
  ok: true,
  value: {
    preparationId,
    amount: OLD.amount,
    reference: `ours of ${preparationId}`,
    costs: null,
    available: null,
    isFirst: true,
    before: null,
    request: { method: 'POST', url: 'https://gateway.example', body: '{}' },
  },
});
const form = {
  reason: 'Invoice 77',
  note: '',
  typedAmount: '1250.50',
  authorization: { pin: '1', second: null, requestId: null },
};
const open = () => createTransferStore(() => false);

it('an answer that comes after the number was changed offers nothing to send', async () => {
  const store = open();
  const asked = store.getState().prepare(OLD);
  store.getState().forget();
  await answerNext('payout.prepare', preparation('old'));
  await asked;
  expect(store.getState()).toMatchObject({ prepared: null, error: null, busy: null });
  await store.getState().confirm(OLD, form);
  expect(waiting).toEqual([]);
});

it('an error of an earlier round is not shown beside what is typed now', async () => {
  const store = open();
  const asked = store.getState().prepare(OLD);
  store.getState().forget();
  const error = { kind: 'input', code: 'number-not-understood', params: { field: 'number' } };
  await answerNext('payout.prepare', { ok: false, error });
  await asked;
  expect(store.getState().error).toBe(null);
});

it('of two questions only the answer to the last one counts, in whichever order they come', async () => {
  const store = open();
  const first = store.getState().prepare(OLD);
  store.getState().forget();
  const second = store.getState().prepare(NEW);
  waiting.reverse();
  await answerNext('payout.prepare', preparation('new'));
  await answerNext('payout.prepare', preparation('old'));
  await Promise.all([first, second]);
  const { prepared, busy } = store.getState();
  expect(busy).toBe(null);
  expect(preparedFor(prepared, NEW)).toMatchObject({ preparationId: 'new', reference: 'ours of new' });
});

it('an older answer does not end the waiting for a newer one', async () => {
  const store = open();
  const first = store.getState().prepare(OLD);
  store.getState().forget();
  const second = store.getState().prepare(NEW);
  await answerNext('payout.prepare', preparation('old'));
  await first;
  expect(store.getState()).toMatchObject({ prepared: null, busy: 'preparing' });
  await answerNext('payout.prepare', preparation('new'));
  await second;
  expect(preparedFor(store.getState().prepared, NEW)).toMatchObject({ preparationId: 'new' });
});

it('what was prepared is sent for exactly what the form shows, and for nothing else', async () => {
  const store = open();
  const asked = store.getState().prepare(OLD);
  await answerNext('payout.prepare', preparation('old'));
  await asked;
  const others = [
    NEW,
    { ...OLD, method: 'wallet' as const },
    { ...OLD, recipient: 'Delta Paper' },
    { ...OLD, bank: 'Another Bank' },
    { ...OLD, amount: { minor: '125051', currency: 'EGP' } },
    { ...OLD, amount: { minor: '125050', currency: 'USD' } },
  ];
  for (const other of others) {
    expect(preparedFor(store.getState().prepared, other)).toBe(null);
    await store.getState().confirm(other, form);
  }
  expect(preparedFor(store.getState().prepared, null)).toBe(null);
  expect(waiting).toEqual([]);
  const sent = store.getState().confirm({ ...OLD }, form);
  expect(waiting).toMatchObject([{ channel: 'payout.confirm', input: { preparationId: 'old' } }]);
  const error = { kind: 'movement', code: 'quote-changed', params: {} };
  await answerNext('payout.confirm', { ok: false, error });
  await sent;
  expect(store.getState()).toMatchObject({ prepared: null, busy: null, error: { code: 'quote-changed' } });
});

it('what is typed while it is being sent does not let it be sent twice', async () => {
  const store = open();
  const asked = store.getState().prepare(OLD);
  await answerNext('payout.prepare', preparation('old'));
  await asked;
  const sent = store.getState().confirm(OLD, form);
  store.getState().forget();
  await store.getState().prepare(NEW);
  await store.getState().confirm(OLD, form);
  expect(store.getState().busy).toBe('confirming');
  expect(waiting).toHaveLength(1);
  const error = { kind: 'people', code: 'pin-wrong', params: {} };
  await answerNext('payout.confirm', { ok: false, error });
  await sent;
  expect(store.getState()).toMatchObject({ prepared: null, busy: null, error: { kind: 'people' } });
});
