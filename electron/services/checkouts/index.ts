/** The use cases of checkouts: the list and one in full, making and abandoning them. */
import { z } from 'zod';
import type { OutputOf, VerbsOf } from '#shared/contract/index.ts';
import { isFinalSession } from '#shared/domain/session.ts';
import { inputError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { NewEntry } from '../../audit/entry.ts';
import type { ProfileContext } from '../context.ts';
import type { Making } from '../making/index.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { shownTo } from './contacts.ts';
import { checkoutMaker } from './making.ts';
import { createReading } from './reading.ts';

const cursorSchema = z.object({ atMs: z.number(), key: z.string() });

type Needs = { record: (entry: NewEntry) => Promise<boolean> };
type Parts = Needs & { reading: ReturnType<typeof createReading>; show: ReturnType<typeof shownTo> };
function createAbandon(
  { db, gateway }: ProfileContext,
  { reading: { readOne, detailOf }, show, record }: Parts,
) {
  return async ({ key }: { key: string }): Promise<Result<OutputOf<'checkouts.abandon'>>> => {
    const way = await db.call('checkouts.way', key);
    if (!way) return err(inputError('invalid', { where: 'key' }));
    const answer = await gateway.sessions.abandon(way.sessionId);
    // The state after the request is the one that a new reading shows, whatever the answer to the request was.
    const now = await readOne(key, false);
    if (!now.ok) {
      if (!answer.ok && answer.error.outcome !== 'unknown') return answer;
      const before = await detailOf(key);
      if (!before.ok) return before;
      return ok({ ending: 'not-known', detail: show.detail(before.value) });
    }
    const { status, order } = now.value.checkout;
    const isAbandoned = status?.kind === 'known' && status.value === 'ABANDONED';
    const isFinal = status !== null && isFinalSession(status);
    if (!answer.ok && !isFinal && answer.error.outcome !== 'unknown') return answer;
    const isDone = isAbandoned && (answer.ok || answer.error.outcome === 'unknown');
    const ending = isDone ? 'done' : isFinal ? 'ended-before' : 'not-known';
    const params = { key, ending };
    await record({ action: 'checkout.abandoned', target: order ?? key, params, outcome: 'ok' });
    return ok({ ending, detail: show.detail(now.value) });
  };
}

export function createCheckoutService(
  context: ProfileContext,
  { record, making }: Needs & { making: Making },
) {
  const { db } = context;
  const reading = createReading(context);
  const { readOne } = reading;
  const make = making.of(checkoutMaker(context, reading));
  const show = shownTo(context.seesContacts);

  return {
    async page({ filter, cursor, limit }) {
      const after = readCursor(cursorSchema, cursor);
      if (!after.ok) return after;
      const { rows, next } = await db.call('checkouts.page', {
        filter,
        seesContacts: context.seesContacts(),
        after: after.value,
        limit,
      });
      return ok({ rows: rows.map(show.checkout), next: next && writeCursor(next) });
    },
    summary: async ({ filter }) =>
      ok(await db.call('checkouts.summary', { filter, seesContacts: context.seesContacts() })),
    async detail({ key }) {
      const detail = await db.call('checkouts.detail', key);
      return ok({ detail: detail && show.detail(detail) });
    },
    async refresh({ whole }) {
      const read = await reading.refresh(whole);
      return read.ok ? ok({}) : read;
    },
    async read({ key, payment }) {
      const detail = await readOne(key, payment);
      return detail.ok ? ok({ detail: show.detail(detail.value) }) : detail;
    },
    async reveal({ key }) {
      const way = await db.call('checkouts.way', key);
      const detail = await db.call('checkouts.detail', key);
      if (!way || !detail) return err(inputError('invalid', { where: 'key' }));
      const target = detail.checkout.order ?? key;
      await record({ action: 'checkout.revealed', target, params: { key }, outcome: 'ok' });
      return ok(way);
    },
    abandon: createAbandon(context, { reading, show, record }),
    create: ({ request, despiteDouble }) => make(request, despiteDouble),
  } satisfies VerbsOf<'checkouts'>;
}
