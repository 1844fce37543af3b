/** An operation with its story, as the window shows it. */
import type { OutputOf } from '#shared/contract/index.ts';
import { movementError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../context.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';
import { toDetail } from '../view.ts';

export type Detail = Result<OutputOf<'operations.detail'>>;
export type Story = ReturnType<typeof createStory>;

export function createStory({ db, log }: ProfileContext) {
  async function detail(opId: string): Promise<Detail> {
    const record = await db.call('journal.get', opId);
    if (!record) return err(movementError('operation-not-found', { opId }));
    const unreadable = await db.call('journal.keptUnread', record.evidenceBefore.snapshotId);
    return ok(toDetail(record, await db.call('journal.events', opId), unreadable));
  }
  return {
    detail,
    /** The operation was changed already: if its story cannot be read now, that is no failure of the change. */
    detailAfter: (record: OperationRecord): Promise<Detail> =>
      detail(record.opId).catch((error: unknown) => {
        log.error('story-not-read', { opId: record.opId, error: String(error) });
        return ok(toDetail(record, [], []));
      }),
  };
}
