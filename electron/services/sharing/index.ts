/** Invoices and payment pages on their way to customers: one after another, over a limit as late as the gateway says. */
import type { VerbsOf } from '#shared/contract/index.ts';
import { listOfShared } from '#shared/contract/sharing.ts';
import { inputError, type AppError, type GatewayError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { maskContacts } from '#shared/text/contacts.ts';
import { recipientOf } from '#shared/text/recipients.ts';
import type { NewEntry } from '../../audit/entry.ts';
import type { StoredShare } from '../../database/repositories/shares.ts';
import type { ProfileContext } from '../context.ts';
import { isOfOne, isOverLimit } from '../one-by-one.ts';
import { createPacedQueue } from '../paced-queue.ts';

type Needs = { record: (entry: NewEntry) => Promise<boolean> };

/** Sends one, once. An error is one that ends all, or of a limit. */
function createSending({ db, gateway, emit }: ProfileContext, { record }: Needs) {
  function send({ what, bill, recipient }: StoredShare): Promise<Result<unknown, GatewayError>> | null {
    const to = recipientOf(recipient);
    if (to === null) return null;
    const isEmail = 'email' in to;
    if (what === 'page')
      return gateway.paymentPages.share(bill, isEmail ? { emails: [to.email] } : { phones: [to.phone] });
    const by = isEmail ? { email: to.email } : { phoneNumber: to.phone };
    return gateway.invoices.share({ paymentRequestId: bill, ...by });
  }
  async function set(share: StoredShare, state: StoredShare['state'], error: AppError | null = null) {
    await db.call('shares.set', { shareId: share.shareId, state, error });
    emit('sharing.changed', {});
  }
  return async (share: StoredShare): Promise<AppError | null> => {
    await set(share, 'sending');
    const answer = await send(share);
    const error = answer === null ? inputError('invalid', { where: 'to' }) : answer.ok ? null : answer.error;
    if (error !== null && isOverLimit(error)) {
      await set(share, 'waiting', error);
      return error;
    }
    const isUnknown = answer !== null && !answer.ok && answer.error.outcome === 'unknown';
    const state = error === null ? 'sent' : isUnknown ? 'not-known' : 'refused';
    await set(share, state, error);
    const params = { what: share.what, to: maskContacts(share.recipient) };
    const outcome = error?.code ?? 'ok';
    await record({ action: `share.${state}`, target: share.bill, params, outcome, actor: share.by });
    return error === null || isUnknown || isOfOne(error) ? null : error;
  };
}

export function createSharingService(context: ProfileContext, needs: Needs) {
  const { db, clock, actor, emit, seesContacts } = context;
  const queue = createPacedQueue<StoredShare>(context, {
    name: 'sharing-failed',
    right: 'bill',
    send: createSending(context, needs),
    onLeft: (shares) =>
      db.call(
        'shares.left',
        shares.map(({ shareId }) => shareId),
      ),
    onChange: () => emit('sharing.changed', {}),
  });
  const shown = (text: string) => (seesContacts() ? text : maskContacts(text));
  let settled: Promise<unknown> | null = null;
  /** What an earlier run of Closeout left behind, before anything is shown or sent. */
  const settle = () => (settled ??= db.call('shares.left', null));
  return {
    async share({ what, key, to }) {
      const bad = to.find((one) => recipientOf(one) === null);
      if (bad !== undefined)
        return err(
          bad.includes('@')
            ? inputError('email-not-understood', { field: 'to' })
            : inputError('phone-not-understood', { field: 'to' }),
        );
      if ((await db.call('kept.title', { name: listOfShared[what], key })) === null)
        return err(inputError('invalid', { where: 'key' }));
      await settle();
      const [by, atMs] = [actor(), clock.nowMs()];
      const wanted = to.map((recipient) => ({ what, bill: key, recipient: recipient.trim(), by, atMs }));
      queue.add(await db.call('shares.add', wanted));
      return ok({});
    },
    async stopWaiting() {
      await queue.stop();
      return ok({});
    },
    work: async () => ok({ work: queue.state() }),
    async log({ what, key }) {
      await settle();
      const shares = await db.call('shares.of', { what, bill: key });
      return ok({
        shares: shares.map(({ shareId, recipient, by, atMs, state, error }) => ({
          shareId,
          recipient: shown(recipient),
          by,
          atMs,
          state,
          error,
        })),
      });
    },
    stop: () => queue.stop(),
  } satisfies VerbsOf<'sharing'> & { stop: unknown };
}
