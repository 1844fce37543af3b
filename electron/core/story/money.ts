/** Early payouts, online orders and the bank in the story. */
import { readingSchema } from '#shared/contract/import-file.ts';
import { toDecimal } from '#shared/money/money.ts';
import { must, type Teller } from './teller.ts';

/** Finance asks for about this much early. */
export async function askEarly(teller: Teller, target: string): Promise<void> {
  const { instantSettlement, operations } = teller.session;
  teller.as('finance');
  must(await instantSettlement.refresh());
  const { below, above } = must(await instantSettlement.suggest({ target }));
  const transactionIds = (below ?? above)?.transactionIds;
  if (!transactionIds) throw new Error('the story stopped: nothing can be paid early');
  const { quoteId, netTransfer } = must(
    await instantSettlement.quote({ transactionIds: [...transactionIds] }),
  );
  must(
    await operations.confirmInstantSettlement(
      { quoteId, typedNet: toDecimal(netTransfer) },
      teller.approval(),
    ),
  );
}

type Online = { readonly order: string; readonly minor: bigint; readonly manualCapture?: boolean };

/** A customer pays in the web shop. */
export async function sellOnline(
  { session, control }: Teller,
  { order, minor, manualCapture = false }: Online,
): Promise<void> {
  const { gateway, merchantId, clock } = session.context;
  const made = must(
    await gateway.sessions.create({
      amount: { minor, currency: 'EGP' },
      order,
      merchantId,
      expireAtMs: clock.nowMs() + 86_400_000,
      manualCapture,
    }),
  );
  await control.pay(made.sessionId);
}

/** Gives money of an order back: a part, or all that is left. */
export async function refund(
  teller: Teller,
  order: string,
  part: bigint | null,
  reason: string,
): Promise<string> {
  const { operations, context } = teller.session;
  teller.as('finance');
  const found = must(await context.gateway.transactions.list({ page: 1, limit: 5, search: order }));
  const orderId = found.rows[0]?.orderId;
  if (!orderId) throw new Error(`the story stopped: ${order} was not found`);
  const amount = part === null ? null : { minor: part, currency: 'EGP' };
  const { preparationId, plan } = must(
    await operations.prepareOrderMovement({ kind: 'refund', orderId, amount }),
  );
  const form = { reason, note: '', typedAmount: toDecimal(plan.amount) };
  const { operation } = must(await operations.confirmOrderMovement(preparationId, form, teller.approval()));
  return operation.state;
}

/** Finance brings in the bank's statement of these days. */
export async function bringStatement(teller: Teller, from: string, to: string): Promise<void> {
  const { imports } = teller.session;
  teller.as('finance');
  const bytes = Buffer.from(await teller.control.statement(from, to));
  const { uploadId } = must(await imports.begin({ fileName: statementName(from, to), size: bytes.length }));
  must(await imports.chunk({ uploadId, at: 0, base64: bytes.toString('base64') }));
  must(await imports.inspect({ uploadId, reading: readingSchema.parse({}) }));
  const { previewId } = must(
    await imports.preview({
      uploadId,
      kind: 'bank',
      source: { name: teller.words.bank },
      reading: null,
      mapping: null,
      columnsConfirmed: false,
      twins: null,
    }),
  );
  must(await imports.confirm({ uploadId, previewId, leaveOutBad: 0 }));
}

const statementName = (from: string, to: string): string => `statement-${from}-${to}.xml`;
