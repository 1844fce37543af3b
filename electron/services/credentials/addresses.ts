/** Reads the addresses that the gateway allows, replaces the whole list, and reads it again (§5 rule 5). */
import type { OutputOf } from '#shared/contract/index.ts';
import { differenceOf, isAllowable, isCovered, isSameList } from '#shared/domain/allowed-addresses.ts';
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { AuditAction } from '../../audit/entry.ts';
import type { ProfileContext } from '../context.ts';
import type { CredentialNeeds } from './keys.ts';

type Saved = OutputOf<'credentials.saveAddresses'>;
type Wanted = { before: readonly string[]; after: readonly string[]; despiteOwn: boolean };

export function createAddresses(
  { gateway, environment }: ProfileContext,
  { record }: Pick<CredentialNeeds, 'record'>,
) {
  /** Only the built-in gateway is on this PC itself. Any other one sees an address that some router gave. */
  const own = environment === 'practice' ? '127.0.0.1' : null;

  function wrongIn({ after, despiteOwn }: Wanted): AppError | null {
    const bad = after.find((entry) => !isAllowable(entry));
    if (bad !== undefined) return inputError('address-not-understood', { field: 'after', address: bad });
    const isOut = own === null ? after.length > 0 : !isCovered(own, after);
    return isOut && !despiteOwn ? inputError('shuts-out', { field: 'after' }) : null;
  }

  /** What came of it is what the gateway lists afterwards, whatever it answered. */
  async function ended({ before, after }: Wanted, isAnswered: boolean): Promise<Saved> {
    const read = await gateway.credentials.readAllowList();
    if (!read.ok)
      return {
        ending: read.error.code === 'address-not-allowed' ? 'shut-out' : 'not-known',
        addresses: null,
      };
    const { addresses } = read.value;
    if (isSameList(addresses, after)) return { ending: 'done', addresses };
    return { ending: !isAnswered && isSameList(addresses, before) ? 'not-saved' : 'other', addresses };
  }

  return {
    async addresses() {
      const read = await gateway.credentials.readAllowList();
      return read.ok ? ok({ addresses: read.value.addresses, own }) : read;
    },
    async saveAddresses(wanted: Wanted): Promise<Result<Saved, AppError>> {
      const wrong = wrongIn(wanted);
      if (wrong) return err(wrong);
      const now = await gateway.credentials.readAllowList();
      if (!now.ok) return now;
      if (!isSameList(now.value.addresses, wanted.before))
        return err(inputError('list-changed', { field: 'before' }));
      const answer = await gateway.credentials.saveAllowList(wanted.after);
      const { added, removed } = differenceOf(wanted.before, wanted.after);
      const tell = (action: AuditAction, outcome: string) =>
        record({ action, target: 'allow-list', params: { added, removed }, outcome });
      if (!answer.ok && answer.error.outcome !== 'unknown') {
        await tell('addresses.change-refused', answer.error.code);
        return answer;
      }
      const saved = await ended(wanted, answer.ok);
      const isKnown = saved.ending === 'done' || saved.ending === 'shut-out';
      await tell(isKnown ? 'addresses.changed' : 'addresses.change-not-known', saved.ending);
      return ok(saved);
    },
  };
}
