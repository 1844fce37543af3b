/** What a person at the screen does in a history; every confirmation is counted, and followed to the wire. */
import type { ProfileFiles } from '#electron/database/db.ts';
import { totalSchema } from '#shared/contract/terminals.ts';
import { money, toDecimal } from '#shared/money/money.ts';
import { z } from 'zod';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { DONE, type Judge } from './judge.ts';
import { operationsOf, salesOf, type StoredOperation } from './journal-view.ts';
import type { Scheduler } from './scheduler.ts';
import type { Services } from './services.ts';
import { CARDS, FAILING_NUMBER } from './order-world.ts';
import { confirming } from './wire.ts';
import { TERMINALS, type World } from './world.ts';

type Parts = { scheduler: Scheduler; files: ProfileFiles; world: World; judge: Judge; services: Services };

const totals = z.array(totalSchema);
const typedOf = (cents: number) => (cents / 100).toFixed(2);

export function createPerson({ scheduler, files, world, judge, services }: Parts) {
  const { rng } = scheduler;
  let lastOrder = '';
  const { terminals, instant, operations } = services;

  /** Counts the confirmation before anything of it runs, and says what a refusal of it must not hide. */
  async function confirm<T>(
    what: string,
    act: () => Promise<Result<T, AppError>>,
  ): Promise<Result<T, AppError>> {
    const confirmation = ++judge.confirmations;
    const result = await confirming.run(confirmation, act);
    const told = result.ok ? 'ok' : result.error.code;
    scheduler.note(`told ${what} ${told}`);
    const sent = judge.sends.some((send) => send.confirmation === confirmation);
    if (!result.ok && result.error.outcome !== 'unknown' && sent)
      judge.say(`I8: ${what} was answered with ${told}, and it was sent`);
    return result;
  }
  const think = () => scheduler.sleep(rng.pick([0, 300, 4_000, 20_000]));

  async function reverse(): Promise<void> {
    const sales = salesOf(files);
    if (sales.length === 0) return;
    const { row_id: rowId, amount_minor } = rng.pick(sales);
    const prepared = await operations.prepareReversal({ rowId });
    if (!prepared.ok) return;
    await think();
    const click = () =>
      confirm('reversal', () =>
        operations.confirmReversal({
          preparationId: prepared.value.preparationId,
          reason: 'duplicate',
          note: '',
          typedAmount: typedOf(amount_minor),
        }),
      );
    await Promise.all(rng.chance(0.3) ? [click(), click(), click()] : [click()]);
  }

  async function acknowledge(): Promise<void> {
    const terminalId = rng.pick(TERMINALS);
    const prepared = await operations.prepareAcknowledgement({ terminalId, seenReadAtMs: null });
    if (!prepared.ok) return;
    await think();
    const { preparationId } = prepared.value;
    const click = () =>
      confirm('acknowledgement', () => operations.confirmAcknowledgement({ preparationId }));
    const [first] = await Promise.all(rng.chance(0.3) ? [click(), click()] : [click()]);
    if (first?.ok && first.value.kind === 'set-changed') {
      const again = first.value.preparation.preparationId;
      await confirm('acknowledgement', () => operations.confirmAcknowledgement({ preparationId: again }));
    }
  }

  async function settleEarly(): Promise<void> {
    await instant.refresh();
    const transactionIds = world.eligible
      .map(({ transactionId }) => transactionId)
      .filter(() => rng.chance(0.5));
    if (transactionIds.length === 0) return;
    const offer = await instant.quote({ transactionIds });
    if (!offer.ok) return;
    await think();
    const { quoteId, netTransfer } = offer.value;
    const typedNet = toDecimal(netTransfer);
    const click = () =>
      confirm('instant-settlement', () => operations.confirmInstantSettlement({ quoteId, typedNet }));
    await Promise.all(rng.chance(0.3) ? [click(), click()] : [click()]);
  }

  async function changeOrder(): Promise<void> {
    const kind = rng.pick(['refund', 'void', 'capture', 'order-reversal'] as const);
    const amount = rng.chance(0.4) ? money(2_500n, 'EGP') : null;
    // Often the one that was moved before, whose list may not show it yet.
    const names = world.orders.orderIds();
    const orderId = lastOrder !== '' && rng.chance(0.4) ? lastOrder : rng.pick(names);
    lastOrder = orderId;
    const prepared = await operations.prepareOrderMovement({ kind, orderId, amount });
    if (!prepared.ok) return;
    await think();
    const { preparationId, plan } = prepared.value;
    const form = { reason: 'customer-cancelled', note: '', typedAmount: toDecimal(plan.amount) };
    const click = () => confirm(kind, () => operations.confirmOrderMovement(preparationId, form));
    await Promise.all(rng.chance(0.3) ? [click(), click()] : [click()]);
  }

  async function payOut(): Promise<void> {
    const amount = money(rng.pick([1_000n, 2_000n]), 'EGP');
    const number = rng.pick(['01001234501', '01001234502']);
    const transfer = { recipient: 'A Supplier', number, method: 'wallet', bank: '', amount } as const;
    const prepared = await operations.preparePayout(transfer);
    if (!prepared.ok) return;
    await think();
    const { preparationId } = prepared.value;
    const form = { reason: 'invoice', note: '', typedAmount: toDecimal(amount) };
    const click = () => confirm('payout', () => operations.confirmPayout(preparationId, form));
    await Promise.all(rng.chance(0.3) ? [click(), click()] : [click()]);
  }

  /** Shares its recipients and amounts with single transfers, which must stay apart from it. */
  async function payMany(): Promise<void> {
    const numbers = ['01001234501', '01001234502', FAILING_NUMBER].filter(() => rng.chance(0.7));
    if (numbers.length === 0) return;
    const transfers = numbers.map((number) => {
      const amount = money(rng.pick([1_000n, 2_000n]), 'EGP');
      return { recipient: 'A Supplier', number, method: 'wallet', bank: '', amount } as const;
    });
    await sendMany({ from: 'sheet', transfers });
  }
  /** What has failed of a batch that was made, if anything has. */
  async function payFailed(): Promise<void> {
    const made = ({ kind, state }: StoredOperation) => kind === 'payout-batch' && DONE.includes(state);
    const batch = anOperation(made);
    if (batch) await sendMany({ from: 'failed', opId: batch.op_id });
  }
  async function sendMany(of: Parameters<typeof operations.preparePayoutBatch>[0]): Promise<void> {
    const prepared = await operations.preparePayoutBatch(of);
    if (!prepared.ok) return;
    await think();
    const { preparationId, amount } = prepared.value;
    const form = { reason: 'wages', note: '', typedAmount: toDecimal(amount) };
    const click = () => confirm('payout-batch', () => operations.confirmPayoutBatch(preparationId, form));
    await Promise.all(rng.chance(0.3) ? [click(), click()] : [click()]);
  }

  async function chargeCard(): Promise<void> {
    const { key: cardKey } = rng.pick(CARDS);
    const amount = money(rng.pick([3_000n, 4_500n]), 'EGP');
    const prepared = await operations.prepareCharge({ cardKey, amount });
    if (!prepared.ok) return;
    await think();
    const { preparationId } = prepared.value;
    const form = { reason: 'subscription', note: '', typedAmount: toDecimal(amount) };
    const click = () => confirm('charge', () => operations.confirmCharge(preparationId, form));
    await Promise.all(rng.chance(0.3) ? [click(), click()] : [click()]);
  }

  const anOperation = (fits: (operation: StoredOperation) => boolean) => {
    const found = operationsOf(files).filter(fits);
    return found.length > 0 ? rng.pick(found) : null;
  };

  async function sendAgain(): Promise<void> {
    const operation = anOperation(({ state }) => state === 'ABSENT');
    if (!operation) return;
    const [total] = totals.parse(JSON.parse(operation.totals));
    if (!total) return;
    const retyped = operation.kind === 'acknowledgement' ? String(total.count) : toDecimal(total.amount);
    const click = () => confirm('sendAgain', () => operations.sendAgain({ opId: operation.op_id, retyped }));
    await Promise.all(rng.chance(0.3) ? [click(), click()] : [click()]);
  }

  async function checkNow(): Promise<void> {
    const operation = anOperation(() => true);
    if (operation) await operations.checkNow({ opId: operation.op_id });
  }

  async function resolve(): Promise<void> {
    const operation = anOperation(({ state }) => state === 'NEEDS_PERSON' || state === 'DISPUTED');
    if (!operation) return;
    await operations.resolve({
      opId: operation.op_id,
      resolution: rng.pick(['done', 'not-done']),
      evidence: 'provider-portal',
      evidenceReference: 'ticket 1',
      reason: 'looked it up',
    });
  }

  const movements = { reverse, acknowledge, changeOrder, payOut, payMany, chargeCard };
  return {
    ...movements,
    checkNow,
    /** One movement of a kind that a read can settle. */
    move(): { name: string; done: Promise<unknown> } {
      const kinds = ['reverse', 'acknowledge', 'changeOrder', 'payOut', 'payMany', 'chargeCard'] as const;
      const name = rng.pick(kinds);
      return { name, done: movements[name]() };
    },
    sendAgain,
    payFailed,
    /** One of the things a person does, by chance; answers its name and its promise. */
    act(): { name: string; done: Promise<unknown> } {
      const all = { ...movements, payFailed, settleEarly, sendAgain, checkNow, resolve };
      const name = rng.pick([
        'reverse',
        'reverse',
        'reverse',
        'acknowledge',
        'acknowledge',
        'settleEarly',
        'changeOrder',
        'changeOrder',
        'payOut',
        'payMany',
        'payMany',
        'payFailed',
        'payFailed',
        'chargeCard',
        'chargeCard',
        'sendAgain',
        'sendAgain',
        'checkNow',
        'checkNow',
        'resolve',
      ] as const);
      return { name, done: all[name]() };
    },
    readTerminal: () => terminals.readTerminal(rng.pick(TERMINALS)),
    async checkAll(): Promise<void> {
      // Twice: a read that contradicts a person opens a dispute, the next one settles it.
      for (let rounds = 2; rounds > 0; rounds -= 1) {
        for (const { op_id } of operationsOf(files)) await operations.checkNow({ opId: op_id });
        for (const terminalId of TERMINALS) await terminals.readTerminal(terminalId);
      }
    },
  };
}
