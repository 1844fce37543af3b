/** To whom transfers go, as people keep them. Two people agree to a new number; the number is sealed before it is stored. */
import type { VerbsOf } from '#shared/contract/index.ts';
import type { KeptRecipient } from '#shared/contract/transfers.ts';
import { inputError, keychainError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import type { NewEntry } from '../../audit/entry.ts';
import type { ProfileContext } from '../context.ts';
import { hiddenNumber, recipientNumber, wrongRecipient } from '../recipient.ts';
import { sealed, unsealed, type RecipientSeal } from './recipient-seal.ts';

type Needs = { record: (entry: NewEntry) => Promise<boolean>; seal: RecipientSeal };
type Kept = { key: string | null; recipient: KeptRecipient };

/** What the audit record says of one. */
type Shown = { readonly key: string; readonly name: string; readonly ending: string };
const toldOf = ({ key, ending }: Shown, before: Shown | null) => ({
  key,
  ending,
  ...(before && { nameBefore: before.name, endingBefore: before.ending }),
});
type Action = 'recipient.saved' | 'recipient.changed' | 'recipient.removed';

/** The key is gone from memory afterwards. */
function withKey<K extends Buffer | null, T>(bytes: K, use: (bytes: K) => T): T {
  try {
    return use(bytes);
  } finally {
    bytes?.fill(0);
  }
}

type Sealed = { readonly key: string; readonly sealed: string };

/** The number sealed for `key`; null if one of the others has the same. */
const sealedUnlessIn = (others: readonly Sealed[], bytes: Buffer, key: string, number: string) =>
  others.some((one) => unsealed(bytes, one.key, one.sealed) === number) ? null : sealed(bytes, key, number);

/** The sentences of the form that keeps one. */
function wrongToKeep(typed: KeptRecipient): AppError | null {
  const wrong = wrongRecipient(typed);
  return wrong?.code === 'number-not-kept'
    ? inputError('number-not-kept', { field: 'number', cause: 'ending' })
    : wrong;
}

export function createRecipients(
  { db, clock, random, actor, emit }: ProfileContext,
  { record, seal }: Needs,
) {
  const unknown = err(inputError('invalid', { where: 'key' }));
  const all = () => db.call('recipients.all', null);
  const find = async (key: string) => (await all()).find((one) => one.key === key) ?? null;
  async function tell(action: Action, one: Shown, before: Shown | null = null) {
    await record({ action, target: one.name, params: toldOf(one, before), outcome: 'ok' });
    emit('transfers.changed', {});
  }
  return {
    async recipients() {
      const kept = await all();
      const key = await seal.read();
      return withKey(key.ok ? key.value : null, (bytes) =>
        ok({
          recipients: kept.map(({ sealed: text, ...one }) => ({
            ...one,
            isReadable: bytes !== null && unsealed(bytes, one.key, text) !== null,
          })),
          keychain: key.ok ? null : key.error,
        }),
      );
    },
    async recipient({ key }) {
      const found = await find(key);
      if (!found) return unknown;
      const read = await seal.read();
      if (!read.ok) return read;
      const number = withKey(read.value, (bytes) => bytes && unsealed(bytes, key, found.sealed));
      if (number === null) return err(inputError('number-not-kept', { field: 'number', cause: 'recipient' }));
      const { name: recipient, method, bank } = found;
      return ok({ recipient, method, bank, number });
    },
    async saveRecipient({ key: given, recipient: typed }: Kept) {
      const wrong = wrongToKeep(typed);
      if (wrong) return err(wrong);
      const kept = await all();
      const before = kept.find(({ key }) => key === given) ?? null;
      if (given !== null && before === null) return unknown;
      const made = await seal.readOrMake();
      if (!made.ok) return made;
      if (made.value === null) return err(keychainError('unavailable', { cause: 'recipient' }));
      const key = given ?? `RC-${Buffer.from(random.bytes(12)).toString('hex')}`;
      const number = recipientNumber(typed) ?? '';
      const { recipient: name, method } = typed;
      const others = kept.filter((one) => one.key !== given && one.name === name);
      const text = withKey(made.value, (bytes) => sealedUnlessIn(others, bytes, key, number));
      if (text === null) return err(inputError('recipient-kept', { field: 'recipient' }));
      const bank = method === 'bank' ? typed.bank : '';
      const one = { key, name, method, bank, ending: hiddenNumber(number), sealed: text };
      const stored = { ...one, by: actor(), atMs: clock.nowMs() };
      if (before === null) await db.call('recipients.add', stored);
      else if (!(await db.call('recipients.change', stored))) return unknown;
      await tell(before ? 'recipient.changed' : 'recipient.saved', one, before);
      return ok({ key });
    },
    async removeRecipient({ key }) {
      const found = await find(key);
      if (!found || !(await db.call('recipients.remove', key))) return unknown;
      await tell('recipient.removed', found);
      return ok({});
    },
  } satisfies VerbsOf<'transfers'> & { saveRecipient: unknown };
}
