/** Opens a closed day again; its Z stays as it is. */
import { movementError } from '#shared/errors/app-error.ts';
import { err } from '#shared/errors/result.ts';
import type { Decides } from '../../database/repositories/closing/index.ts';
import { detail, type Desk, type Detail } from './desk.ts';

type Asked = { reason: string; approvedBy: string | null; decides: Decides | null };

export async function reopen(desk: Desk, closingId: string, asked: Asked): Detail {
  if (desk.numbers.stopped) return err(movementError('journal-blocked'));
  const reopened = await desk.db.call('closing.reopen', { ...desk.who(), closingId, ...asked });
  desk.changed(closingId);
  return reopened.ok ? detail(desk, closingId) : reopened;
}
