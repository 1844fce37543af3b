/** The use cases of deliveries: collecting them, and sending them again. One piece of work runs at a time. */
import type { VerbsOf } from '#shared/contract/index.ts';
import type { ResentEnding } from '#shared/contract/deliveries.ts';
import { gatewayError, inputError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import type { NewEntry } from '../../audit/entry.ts';
import type { ProfileContext } from '../context.ts';
import type { createKeptService } from '../kept/index.ts';
import { GAP_MS, isOfOne } from '../one-by-one.ts';
import { createCollect } from './collect.ts';
import { failedOf, failingOf, type StoredRow } from './failed.ts';
import { createResend } from './resend.ts';
import { subjectReader } from './subjects.ts';
import { createWork } from './work.ts';

type Needs = {
  record: (entry: NewEntry) => Promise<boolean>;
  kept: ReturnType<typeof createKeptService>;
};

const COUNTS: Readonly<Record<ResentEnding, 'delivered' | 'notTaken' | 'notKnown'>> = {
  delivered: 'delivered',
  'not-taken': 'notTaken',
  sent: 'notKnown',
  'not-known': 'notKnown',
};
/** The three routes answer 404 on the test environment (§4.13), so it is not asked. */
const NOT_IN_TEST = err(gatewayError('not-offered', { operation: 'webhooks.transaction-records' }));

export function createDeliveryService(context: ProfileContext, { record, kept }: Needs) {
  const { db, emit, environment } = context;
  const resend = createResend(context, { record });
  /** All rows, until one of them changes: the bell asks every minute. */
  let known: Promise<StoredRow[]> | null = null;
  function rows(): Promise<StoredRow[]> {
    if (known) return known;
    const read = db.call('kept.values', 'deliveries');
    known = read;
    // One that failed is read again.
    read.catch(() => {
      if (known === read) known = null;
    });
    return read;
  }
  const changed = () => {
    known = null;
    emit('kept.changed', { name: 'deliveries' });
  };
  const collect = createCollect(context, { kept, changed });
  const work = createWork(context);
  const isInTest = environment === 'test';
  const failed = async (toWebhook: string | null) => failedOf(await rows(), toWebhook);

  return {
    async collect({ days }) {
      if (isInTest) return NOT_IN_TEST;
      work.begin('collect', (run) => collect(run, days));
      return ok({});
    },
    async stopWork() {
      work.cancel();
      return ok({});
    },
    work: async () => ok({ work: work.state() }),
    failing: async () => ok(failingOf(await rows())),
    failed: async ({ toWebhook }) => ok({ count: (await failed(toWebhook)).length }),
    async resend({ key }) {
      if (isInTest) return NOT_IN_TEST;
      const value = await db.call('kept.value', { name: 'deliveries', key });
      if (value === null) return err(inputError('invalid', { where: 'key' }));
      const sent = await resend({ key, value }, await subjectReader(context));
      changed();
      return sent.ok ? ok({ ending: sent.value ?? 'not-known' }) : sent;
    },
    async resendFailed({ toWebhook }) {
      if (isInTest) return NOT_IN_TEST;
      work.begin('resend', async (run) => {
        const read = await subjectReader(context);
        await run.each(await failed(toWebhook), { gapMs: GAP_MS }, async (row) => {
          const stillFailed = (now: readonly StoredRow[]) =>
            failedOf(now, null).some(({ key }) => key === row.key);
          const sent = await resend(row, read, stillFailed);
          changed();
          if (!sent.ok && !isOfOne(sent.error)) return sent.error;
          run.count(sent.ok && sent.value !== null ? COUNTS[sent.value] : 'passed');
          return null;
        });
      });
      return ok({});
    },
    stop: () => work.stop(),
  } satisfies VerbsOf<'deliveries'> & { stop: unknown; failing: unknown };
}
