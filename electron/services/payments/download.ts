/**
 * The gateway's transactions, newest first, into the cache: nothing missing and nothing twice. What comes in while it is read
 * pushes rows to later pages, so a page may repeat rows and skips none. A run keeps what it has met; it is whole when it has met
 * as many as the gateway counts. A later reading goes on with the run: it reads the newest pages until the count agrees.
 */
import { gatewayError, type GatewayError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';
import type { PaymentEnding } from '../../database/repositories/payment-store.ts';
import { PAGE_SIZE } from '../read-all-pages.ts';

/** A transaction can change its state without any count showing it: after a week everything is read again. */
const ANEW_AFTER_MS = 7 * 86_400_000;
const MOST_PASSES = 4;
const MOST_PAGES = 10_000;

type Context = Pick<ProfileContext, 'db' | 'gateway' | 'clock'>;
type DownloadHooks = {
  signal: AbortSignal;
  onProgress: (progress: { rows: number; total: number | null }) => void;
};
type Pass = 'whole' | 'outdated' | 'ended';

/** Reads the list once, from a page to its end, or until it has met every row that the gateway counts. */
async function readPass(
  { db, gateway }: Context,
  { run, from, met: before }: { run: number; from: number; met: number },
  { signal, onProgress }: DownloadHooks,
): Promise<Result<Pass, GatewayError>> {
  let unreadable = 0;
  let quiet = true;
  // Counting them in the database for each page would take longer than storing the page.
  let met = before;
  for (let page = from; page <= MOST_PAGES; page += 1) {
    const answer = await gateway.transactions.list({ page, limit: PAGE_SIZE }, signal);
    if (!answer.ok) return answer;
    const { rows, pages, total } = answer.value;
    unreadable += answer.value.unreadable;
    const { fresh } = await db.call('payments.storePage', {
      run,
      rows,
      pagesDone: page,
      unreadable,
      total,
    });
    met += fresh;
    if (fresh > 0) quiet = false;
    onProgress({ rows: met, total });
    if (total !== null && met + unreadable === total) return ok('whole');
    if (total !== null && met + unreadable > total) return ok('outdated');
    const empty = rows.length + answer.value.unreadable === 0;
    if (empty || (pages !== null && page >= pages))
      // A gateway that does not count: nothing new anywhere is the whole list.
      return ok(total === null && quiet ? 'whole' : 'ended');
  }
  return err(gatewayError('bad-answer', { where: 'pagination', problem: 'no end' }));
}

/** Errors are the gateway's; what is stored stays, and the next reading goes on from there. */
export async function downloadPayments(
  context: Context,
  { anew }: { anew: boolean },
  hooks: DownloadHooks,
): Promise<Result<PaymentEnding, GatewayError>> {
  const { db, clock } = context;
  const end = (ending: PaymentEnding) => db.call('payments.end', { ending, readAtMs: clock.nowMs() });
  let again = anew;
  for (let passes = 0; passes < MOST_PASSES; passes += 1) {
    const begun = await db.call('payments.begin', {
      anew: again,
      atMs: clock.nowMs(),
      anewAfterMs: ANEW_AFTER_MS,
    });
    const from = passes === 0 ? begun.pagesDone + 1 : 1;
    const pass = await readPass(context, { run: begun.run, from, met: begun.met }, hooks);
    if (!pass.ok) {
      if (pass.error.code !== 'cancelled') await end('failed');
      // The end of the session is not a person's decision: it goes on where it was.
      else if (hooks.signal.reason !== 'closing') await end('cancelled');
      return pass.error.code === 'cancelled' ? ok('cancelled') : pass;
    }
    if (pass.value === 'whole') {
      await end('whole');
      return ok('whole');
    }
    again = pass.value === 'outdated';
  }
  await end('moving');
  return ok('moving');
}
