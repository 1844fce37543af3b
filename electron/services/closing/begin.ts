/** Begins a close, or finds the one that is open. */
import type { OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import { uuidv7 } from '../uuid.ts';
import { detail, type Desk } from './desk.ts';

export async function begin(
  desk: Desk,
  { branchKey, businessDate }: ParsedInputOf<'closing.begin'>,
): Promise<Result<OutputOf<'closing.begin'>, AppError>> {
  const closingId = uuidv7(desk);
  const begun = await desk.db.call('closing.begin', { ...desk.who(), closingId, branchKey, businessDate });
  if (!begun.ok) return begun;
  desk.changed(begun.value.closingId);
  const closing = await detail(desk, begun.value.closingId);
  return closing.ok ? ok({ kind: begun.value.kind, closing: closing.value }) : closing;
}
