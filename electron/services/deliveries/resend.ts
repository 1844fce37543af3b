/** Sends one delivery again, once. Whether it left after a lost answer is what the gateway lists afterwards. */
import type { ResentEnding } from '#shared/contract/deliveries.ts';
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { AuditAction, NewEntry } from '../../audit/entry.ts';
import type { ProfileContext } from '../context.ts';
import { subjectOf, textOf, toldBy, type StoredRow } from './failed.ts';
import type { ReadSubject } from './subjects.ts';

type Needs = { record: (entry: NewEntry) => Promise<boolean> };
const unknown = err(inputError('invalid', { where: 'key' }));

const ENDINGS: Readonly<Record<string, ResentEnding>> = { delivered: 'delivered', failed: 'not-taken' };
const endingOf = (state: string | null): ResentEnding => ENDINGS[state ?? ''] ?? 'sent';

export function createResend({ gateway }: Pick<ProfileContext, 'gateway'>, { record }: Needs) {
  const tell = (action: AuditAction, row: StoredRow, ending: string, outcome = 'ok') => {
    const target = `${textOf(row, 'event')} ${textOf(row, 'about')}`;
    const params = { record: textOf(row, 'recordId'), webhook: textOf(row, 'toWebhook'), ending };
    return record({ action, target, params, outcome });
  };
  /** `isWanted` looks at its subject as the gateway has it now. Null: it was not wanted any more, and nothing was sent. */
  return async function resend(
    row: StoredRow,
    read: ReadSubject,
    isWanted: (rows: readonly StoredRow[]) => boolean = () => true,
  ): Promise<Result<ResentEnding | null, AppError>> {
    const subject = subjectOf(row);
    const recordId = textOf(row, 'recordId');
    if (subject === null || recordId === null) return unknown;
    const before = await read(subject);
    if (!before.ok) return before;
    if (!isWanted(before.value.rows)) return ok(null);
    const answer = await gateway.webhooks.resend(recordId);
    if (!answer.ok && answer.error.outcome !== 'unknown') {
      await tell('delivery.resend-refused', row, 'refused', answer.error.code);
      return answer;
    }
    const after = await read(subject);
    if (answer.ok) {
      const { status } = answer.value;
      const ending = endingOf(status?.kind === 'known' ? status.value : null);
      await tell('delivery.resent', row, ending);
      return ok(ending);
    }
    const known = new Set(before.value.rows.map(({ key }) => key));
    const fresh = after.ok
      ? after.value.rows.find((one) => !known.has(one.key) && toldBy(one) === toldBy(row))
      : undefined;
    const ending = fresh ? endingOf(textOf(fresh, 'deliveryState')) : 'not-known';
    await tell(fresh ? 'delivery.resent' : 'delivery.resend-not-known', row, ending);
    return ok(ending);
  };
}
