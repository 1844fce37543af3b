/** A form is filled in with the recipient that was chosen last, and names it only while it says the same. */
import { beforeEach, expect, it } from 'vitest';
import { answerNext, waiting } from '../calls.ts';
import { emptyPaid, type PaidForm } from '#renderer/features/transfers/paid-form.ts';
import { createSavedStore, keyFilledIn } from '#renderer/features/transfers/use-saved-recipient.ts';

beforeEach(() => void waiting.splice(0));

const named = (recipient: string) => ({
  method: 'bank' as const,
  recipient,
  number: `EG38 ${recipient}`,
  bank: 'National Bank',
});
const answered = (recipient: string) => ({ ok: true as const, value: named(recipient) });
const refused = {
  ok: false as const,
  error: { kind: 'keychain', code: 'refused', params: {} },
};

/** A form, the store beside it, and which recipient the form shows as chosen. */
function open() {
  const store = createSavedStore(() => false);
  let form: PaidForm = { ...emptyPaid, amount: '10' };
  const change = (part: Partial<PaidForm>) => {
    store.getState().forget();
    form = { ...form, ...part };
  };
  return {
    choose: (key: string | null) => store.getState().choose(key, change),
    change,
    send: () => store.getState().forget(),
    now: () => ({ form, chosen: keyFilledIn(store.getState().filled, form) }),
  };
}

it('the answer about the recipient that was chosen before fills in nothing', async () => {
  const { choose, now } = open();
  const asked = [choose('one'), choose('other')];
  const [first, second] = waiting.splice(0);
  second?.answer(answered('Rent Office'));
  first?.answer(answered('Nile Paper'));
  await Promise.all(asked);
  expect(now()).toMatchObject({ form: named('Rent Office'), chosen: 'other' });
});

it('an answer that comes after a field was changed, or while the form is sent, changes nothing', async () => {
  const { choose, change, send, now } = open();
  const asked = choose('one');
  change({ number: '12345678' });
  await answerNext('transfers.recipient', answered('Nile Paper'));
  await asked;
  expect(now()).toMatchObject({ form: { recipient: '', number: '12345678' }, chosen: null });
  const askedAgain = choose('one');
  send();
  await answerNext('transfers.recipient', answered('Nile Paper'));
  await askedAgain;
  expect(now()).toMatchObject({ form: { recipient: '', number: '12345678' }, chosen: null });
});

it('a recipient that was not filled in is not named, nor one that was changed afterwards', async () => {
  const { choose, change, now } = open();
  const asked = choose('one');
  expect(now().chosen).toBeNull();
  await answerNext('transfers.recipient', refused);
  await asked;
  expect(now()).toMatchObject({ form: { recipient: '' }, chosen: null });
  const askedAgain = choose('one');
  await answerNext('transfers.recipient', answered('Nile Paper'));
  await askedAgain;
  expect(now().chosen).toBe('one');
  change({ amount: '20' });
  expect(now().chosen).toBe('one');
  change({ bank: 'Another Bank' });
  expect(now().chosen).toBeNull();
});
