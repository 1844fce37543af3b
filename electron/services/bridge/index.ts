/** The use cases of the bridge: reading it, opening a line, and entering what the bank got. */
import { hostname } from 'node:os';
import type { BridgeView } from '#shared/contract/bridge.ts';
import type { ParsedInputOf, VerbsOf } from '#shared/contract/index.ts';
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { typedMoney } from '#shared/money/typed-money.ts';
import type { ProfileContext } from '../context.ts';
import { uuidv7 } from '../uuid.ts';
import { readPlace } from '../cursor.ts';

type View = Promise<Result<BridgeView, AppError>>;

export function createBridgeService(context: ProfileContext) {
  const { db, clock, emit } = context;
  const who = () => ({ by: context.actor(), atMs: clock.nowMs(), machine: hostname() });
  const notKnown = () => err(inputError('invalid', { where: 'subject' }));

  async function get({ subject }: ParsedInputOf<'bridge.get'>): View {
    const view = await db.call('bridge.view', { subject, nowMs: clock.nowMs() });
    return view ? ok(view) : notKnown();
  }
  async function changed(subject: string): View {
    emit('settlement.changed', { what: 'deposits' });
    return get({ subject });
  }

  return {
    get,

    /** The cursor is how many rows came before: they are computed anew each time, in one order. */
    async rows({ subject, line, cursor, limit }) {
      const place = readPlace(cursor);
      if (!place.ok) return place;
      const after = place.value;
      const rows = await db.call('bridge.rows', { subject, line, after, limit: limit + 1 });
      if (!rows) return notKnown();
      return ok({ rows: rows.slice(0, limit), next: rows.length > limit ? String(after + limit) : null });
    },

    async enterDeposit({ subject, typed, ...input }) {
      const currency = await db.call('bridge.currency', subject);
      if (currency === null) return notKnown();
      const amount = typedMoney(typed, currency);
      if (!amount) return err(inputError('amount-not-understood'));
      const depositId = uuidv7(context);
      await db.call('bridge.enterDeposit', { ...who(), ...input, depositId, subject, amount });
      return changed(subject);
    },

    async withdrawDeposit({ subject, depositId, reason }) {
      if (reason === '') return err(inputError('reason-needed'));
      const withdrawn = await db.call('bridge.withdrawDeposit', { ...who(), subject, depositId, reason });
      return withdrawn ? changed(subject) : err(inputError('invalid', { where: 'depositId' }));
    },
  } satisfies VerbsOf<'bridge'>;
}
