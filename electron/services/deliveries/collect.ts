/** Reads the records of a period's payments and transfers, one subject after another, into the list. */
import type { DeliveryWork } from '#shared/contract/deliveries.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { ProfileContext } from '../context.ts';
import type { createKeptService } from '../kept/index.ts';
import { subjectReader } from './subjects.ts';
import type { Run } from './work.ts';

const DAY_MS = 86_400_000;
type Needs = { kept: ReturnType<typeof createKeptService>; changed: () => void };

export function createCollect(context: ProfileContext, { kept, changed }: Needs) {
  const { db, clock } = context;
  /** Payments are as they were downloaded last; transfers are read first. */
  async function whatIsMissing(): Promise<DeliveryWork['missing']> {
    const transfers = await kept.refresh({ name: 'sent', whole: false });
    const { readAtMs } = await db.call('lists.get', 'payments');
    return [
      ...(readAtMs === null ? ['payments' as const] : []),
      ...(transfers.ok ? [] : ['transfers' as const]),
    ];
  }
  async function noteEnd(error: AppError | null, unreadable: number): Promise<void> {
    const atMs = clock.nowMs();
    if (error) await db.call('lists.failed', { name: 'kept deliveries', error, atMs });
    else await db.call('kept.listed', { name: 'deliveries', run: 1, whole: true, unreadable, atMs });
  }
  return async (run: Run, days: number): Promise<void> => {
    // Webhooks are called by their names as far as they are known.
    await kept.refresh({ name: 'webhooks', whole: false });
    run.set({ missing: await whatIsMissing() });
    const read = await subjectReader(context);
    let unreadable = 0;
    const found = await db.call('deliveries.subjects', clock.nowMs() - days * DAY_MS);
    const ending = await run.each(found, { gapMs: 0 }, async (subject) => {
      const answer = await read(subject, run.signal);
      if (answer.ok) unreadable += answer.value.unreadable;
      return answer.ok || answer.error.code === 'not-found' ? null : answer.error;
    });
    if (ending.ended !== 'stopped')
      await noteEnd(ending.ended === 'failed' ? ending.error : null, unreadable);
    changed();
  };
}
