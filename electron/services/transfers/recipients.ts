/** To whom transfers go, as people keep them. Two people agree to a new number; the number is sealed before it is stored. */
import type { VerbsOf } from '#shared/contract/index.ts';
import type { KeptRecipient } from '#shared/contract/transfers.ts';
import { inputError, keychainError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import type { NewEntry } from '../../audit/entry.ts';
import type { ProfileContext } from '../context.ts';
import { hiddenNumber, recipientNumber, wrongRecipient } from '../recipient.ts';
import { sealed, unsealed, type RecipientSeal } from './recipient-seal.ts';

type Needs = { record: (entry: NewEntry) => Promise<boolean>; seal: RecipientSeal };
type Kept = { key: string | null; recipient: KeptRecipient };

export function createRecipients(
  { db, clock, random, actor, emit }: ProfileContext,
  { record, seal }: Needs,
) {
  const unknown = err(inputError('invalid', { where: 'key' }));
  const find = async (key: string) =>
    (await db.call('recipients.all', null)).find((one) => one.key === key) ?? null;
  async function tell(action: 'recipient.saved' | 'recipient.removed', target: string, ending: string) {
    await record({ action, target, params: { ending }, outcome: 'ok' });
    emit('transfers.changed', {});
  }
  return {
    async recipients() {
      const all = await db.call('recipients.all', null);
      const key = await seal.read();
      const bytes = key.ok ? key.value : null;
      return ok({
        recipients: all.map(({ sealed: text, ...one }) => ({
          ...one,
          isReadable: bytes !== null && unsealed(bytes, one.key, text) !== null,
        })),
        keychain: key.ok ? null : key.error,
      });
    },
    async recipient({ key }) {
      const found = await find(key);
      if (!found) return unknown;
      const bytes = await seal.read();
      if (!bytes.ok) return bytes;
      const number = bytes.value && unsealed(bytes.value, key, found.sealed);
      if (number === null) return err(inputError('number-not-kept', { field: 'number' }));
      const { name: recipient, method, bank } = found;
      return ok({ recipient, method, bank, number });
    },
    async saveRecipient({ key: given, recipient: typed }: Kept) {
      const wrong = wrongRecipient(typed);
      if (wrong) return err(wrong);
      if (given !== null && !(await find(given))) return unknown;
      const bytes = await seal.readOrMake();
      if (!bytes.ok) return bytes;
      if (bytes.value === null) return err(keychainError('unavailable'));
      const key = given ?? `RC-${Buffer.from(random.bytes(12)).toString('hex')}`;
      const number = recipientNumber(typed) ?? '';
      const { recipient: name, method } = typed;
      const bank = method === 'bank' ? typed.bank : '';
      const ending = hiddenNumber(number);
      const one = { key, name, method, bank, ending, sealed: sealed(bytes.value, key, number) };
      await db.call('recipients.set', { ...one, by: actor(), atMs: clock.nowMs() });
      await tell('recipient.saved', name, ending);
      return ok({ key });
    },
    async removeRecipient({ key }) {
      const found = await find(key);
      if (!found) return unknown;
      await db.call('recipients.remove', key);
      await tell('recipient.removed', found.name, found.ending);
      return ok({});
    },
  } satisfies VerbsOf<'transfers'> & { saveRecipient: unknown };
}
