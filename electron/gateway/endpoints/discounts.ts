/** Discount campaigns live now for a merchant (§2.11, §4.11). Public: no key is sent. */
import { discountTypes, type DiscountChannel, type DiscountType } from '#shared/domain/discount.ts';
import type { OpenEnum } from '#shared/domain/open-enum.ts';
import type { Money } from '#shared/money/money.ts';
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import type { Caller, Read } from '../caller.ts';
import { integer, isObject, list, openEnum, requiredMoney, text, timestamp, type Obj } from '../fields.ts';
import { writeLossless } from '../json.ts';

/** A percent as a decimal ("12.5"), an amount, or what it says where the type is not one we know. */
type DiscountValue =
  | { kind: 'percent'; text: string }
  | { kind: 'amount'; amount: Money }
  | { kind: 'unknown'; raw: string | null };

type GatewayDiscount = {
  discountId: string;
  merchantId: string | null;
  name: string | null;
  type: OpenEnum<DiscountType> | null;
  value: DiscountValue;
  currency: string | null;
  validFrom: GatewayTimestamp | null;
  validUntil: GatewayTimestamp | null;
  status: string | null;
  raw: string;
};

const DECIMAL = /^\d{1,9}(\.\d{1,9})?$/;

/** Null if the type is known and its value cannot be read: a campaign without a value is none. */
function decodeValue(discount: Obj, type: OpenEnum<DiscountType> | null): DiscountValue | null {
  const raw = text(discount, 'discountValue');
  if (type?.kind !== 'known') return { kind: 'unknown', raw };
  switch (type.value) {
    case 'PERCENTAGE':
      return raw !== null && DECIMAL.test(raw) ? { kind: 'percent', text: raw } : null;
    case 'FIXED': {
      const amount = requiredMoney(discount, 'discountValue', 'currency');
      return amount.ok ? { kind: 'amount', amount: amount.value } : null;
    }
  }
}

export function decodeDiscount(value: unknown): GatewayDiscount | null {
  if (!isObject(value)) return null;
  const discountId = text(value, 'id');
  const type = openEnum(value, 'discountType', discountTypes);
  const worth = decodeValue(value, type);
  if (discountId === null || worth === null) return null;
  return {
    discountId,
    merchantId: text(value, 'merchantId'),
    name: text(value, 'discountName'),
    type,
    value: worth,
    currency: text(value, 'currency'),
    validFrom: timestamp(value, 'validFrom'),
    validUntil: timestamp(value, 'validUntil'),
    status: text(value, 'status'),
    raw: writeLossless(value),
  };
}

type ActiveDiscounts = { rows: GatewayDiscount[]; unreadable: number; total: number | null };

/** `{data: [discounts], total}`. */
export function decodeDiscounts(body: Obj): ActiveDiscounts | null {
  const given = list(body['data']);
  if (given === null) return null;
  const rows = given.map(decodeDiscount).filter((discount) => discount !== null);
  return { rows, unreadable: given.length - rows.length, total: integer(body, 'total') };
}

type DiscountCalls = {
  /** `binRanges`: card BINs; no channel means both. */
  active(
    query: {
      merchantId: string;
      binRanges?: readonly string[] | undefined;
      channel?: DiscountChannel | undefined;
    },
    signal?: AbortSignal,
  ): Read<ActiveDiscounts>;
};

export const discountCalls = ({ read }: Caller): DiscountCalls => ({
  active: ({ merchantId, binRanges = [], channel }, signal) =>
    read(
      'discounts.active',
      {
        path: { merchantId },
        query: { binRanges: binRanges.length > 0 ? binRanges.join(',') : undefined, channel },
        signal,
      },
      ({ body }) => decodeDiscounts(body),
    ),
});
