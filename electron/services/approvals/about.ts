/** Which sale, card or recipient a request is about, for a person on another PC: of a number no more than its end. */
import { z } from 'zod';
import type { OutputOf } from '#shared/contract/index.ts';
import { isTransfer } from '#shared/domain/ladder.ts';
import { rightOfKind } from '#shared/domain/rights.ts';
import { maskContacts } from '#shared/text/contacts.ts';
import type { ProfileContext } from '../context.ts';
import type { AskedAbout } from '../operations/index.ts';

type OperationDetail = Pick<OutputOf<'operations.detail'>, 'operation' | 'request'>;

/** The names of so many recipients of a batch are told. */
const MOST_NAMED = 5;
const paidSchema = z.object({ recipientName: z.string(), recipientNumber: z.string() });

/** All recipients that a request's body names: the one of a transfer, or each of a batch. */
function paidIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const paid = paidSchema.safeParse(value).data;
  return paid
    ? [`${paid.recipientName} ${paid.recipientNumber}`]
    : Object.values(value as Record<string, unknown>).flatMap(paidIn);
}

/** `body`: the request as the operation's story shows it, with masked numbers. */
function recipientsOf(body: string): string | null {
  try {
    const paid = paidIn(JSON.parse(body));
    const more = paid.length > MOST_NAMED ? [`+${paid.length - MOST_NAMED}`] : [];
    return [...paid.slice(0, MOST_NAMED), ...more].join(' · ') || null;
  } catch {
    // The body is no JSON, so no recipient can be told. The operation's story shows it as it was sent.
    return null;
  }
}

export async function cardOf({ db }: ProfileContext, cardKey: string): Promise<string | null> {
  const found = await db.call('savedCards.get', cardKey);
  if (!found) return null;
  const { brand, lastFour, customer } = found.card;
  const named = customer && maskContacts(customer);
  return [brand, lastFour && `•••• ${lastFour}`, named].filter(Boolean).join(' · ') || null;
}

export async function aboutOperation(
  context: ProfileContext,
  { operation, request }: OperationDetail,
): Promise<AskedAbout> {
  const { kind, opId, terminalId, refNumber, orderId } = operation;
  if (isTransfer(kind)) return { party: recipientsOf(request.body) };
  if (kind === 'charge') {
    const [cardKey = ''] = await context.db.call('journal.rowIdsOf', opId);
    return { party: await cardOf(context, cardKey) };
  }
  const isOfOrder = kind === 'reversal' || rightOfKind[kind] === 'order-movements';
  return { terminalId, refNumber, merchantOrderId: isOfOrder ? orderId : null };
}
