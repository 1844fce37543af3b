/** Writing an exception off. Its amount is known before anybody types a PIN: it says how much the confirmation asks. */
import type { ParsedInputOf } from '#shared/contract/index.ts';
import type { ReconcileException } from '#shared/contract/reconciliation-items.ts';
import { inputError, reconciliationError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Money } from '#shared/money/money.ts';
import type { ProfileContext } from '../context.ts';
import { decide, findExceptions, toApprove, type ToApprove } from './decide.ts';

type WriteOff = Pick<ParsedInputOf<'reconciliation.writeOff'>, 'exception' | 'remark'>;

/** The exception, if it is open, as the person saw it, and has an amount that can be given up. */
async function openException(
  context: ProfileContext,
  { exception: { key, version }, remark }: WriteOff,
): Promise<Result<{ exception: ReconcileException; amount: Money }, AppError>> {
  if (remark === '') return err(inputError('note-needed'));
  const [exception] = await findExceptions(context, [key]);
  if (!exception) return err(reconciliationError('exception-gone', { key }));
  if (exception.version !== version) return err(reconciliationError('changed-since', { key }));
  if (exception.state !== 'open') return err(reconciliationError('decided-already', { key }));
  const { difference } = exception;
  return difference === null || difference.minor === 0n
    ? err(reconciliationError('nothing-to-write-off', { key }))
    : ok({ exception, amount: difference });
}

export const createWriteOff = (context: ProfileContext) => ({
  async toWriteOff(input: WriteOff): Promise<Result<{ amount: Money }, AppError>> {
    const seen = await openException(context, input);
    return seen.ok ? ok({ amount: seen.value.amount }) : seen;
  },

  writeOff: ({ exception: { key, version }, remark }: WriteOff, amount: Money, approvedBy: string | null) =>
    decide(context, [{ key, version, kind: 'written-off', remark, amount }], approvedBy),

  /** The content of a request for approval of this write-off. */
  async writeOffToApprove(input: WriteOff): Promise<Result<ToApprove, AppError>> {
    const seen = await openException(context, input);
    if (!seen.ok) return seen;
    const { exception } = seen.value;
    return ok(toApprove([{ action: 'write-off', exception, remark: input.remark }]));
  },
});
