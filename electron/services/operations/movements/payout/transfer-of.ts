/** A transfer as a person has typed it, or as a sheet has it, becomes one as the gateway takes it (interface §2.8). */
import type { NewTransfer } from '#shared/contract/transfers.ts';
import { PAYOUT_CURRENCY } from '#shared/domain/payout.ts';
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { recipientNumber, wrongRecipient } from '../../../recipient.ts';
import type { Transfer } from './recipients.ts';

export function transferOf(typed: NewTransfer): Result<Transfer, AppError> {
  const wrong = wrongRecipient(typed);
  if (wrong) return err(wrong);
  const { method, recipient, bank, amount } = typed;
  // What is sent names no currency: another one would leave as pounds.
  if (amount.minor <= 0n || amount.currency !== PAYOUT_CURRENCY)
    return err(inputError('amount-not-understood', { field: 'amount' }));
  return ok({
    method,
    recipientName: recipient.trim(),
    recipientNumber: recipientNumber(typed) ?? '',
    ...(method === 'bank' && { recipientBank: bank.trim() }),
    amount,
  });
}
