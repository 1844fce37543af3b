/** Public reads: constants, discounts (§4.11), what a merchant's checkout offers, and the fee lookups; none needs a key. */
import type { FastifyInstance } from 'fastify';
import { writeGatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { open } from '../access.ts';
import { minorOf } from '../bodies.ts';
import { refuse } from '../errors.ts';
import { listOf } from '../paging.ts';
import { documents, type Stored } from '../state/documents.ts';
import { feesOf, QUOTED_RATES, VAT_BASIS_POINTS } from '../state/settlement-rows.ts';
import { amountJson, percentJson, type World } from '../world.ts';

const named = (...rows: [id: string, en: string, ar: string][]) =>
  rows.map(([id, en, ar]) => ({ id, name: { en, ar } }));

const CONSTANTS: Readonly<Record<string, unknown>> = {
  banks: named(
    ['NBE', 'National Bank of Egypt', 'البنك الأهلي المصري'],
    ['BM', 'Banque Misr', 'بنك مصر'],
    ['CIB', 'Commercial International Bank', 'البنك التجاري الدولي'],
    ['QNB', 'QNB Egypt', 'بنك قطر الوطني'],
    ['AAIB', 'Arab African International Bank', 'البنك العربي الأفريقي الدولي'],
  ),
  cities: named(
    ['CAI', 'Cairo', 'القاهرة'],
    ['GIZ', 'Giza', 'الجيزة'],
    ['ALX', 'Alexandria', 'الإسكندرية'],
    ['ASW', 'Aswan', 'أسوان'],
  ),
  countries: named(
    ['EG', 'Egypt', 'مصر'],
    ['SA', 'Saudi Arabia', 'السعودية'],
    ['AE', 'United Arab Emirates', 'الإمارات'],
    ['JO', 'Jordan', 'الأردن'],
  ),
  industries: named(
    ['5411', 'Grocery', 'بقالة'],
    ['5812', 'Restaurant', 'مطعم'],
    ['5912', 'Pharmacy', 'صيدلية'],
    ['5651', 'Clothing', 'ملابس'],
  ),
  'payment-methods': named(
    ['card', 'Card', 'بطاقة'],
    ['wallet', 'Wallet', 'محفظة'],
    ['bnpl', 'Pay later', 'الدفع لاحقًا'],
  ),
};

const INSTALLMENTS = [
  {
    bankId: 'CIB',
    bankName: 'Commercial International Bank',
    plans: [
      { planId: 'CIB-6', months: 6, rate: 9.5 },
      { planId: 'CIB-12', months: 12, rate: 18.25 },
    ],
  },
  { bankId: 'BM', bankName: 'Banque Misr', plans: [{ planId: 'BM-6', months: 6, rate: 10 }] },
];

type Discount = {
  discountName: string;
  discountType: 'PERCENTAGE' | 'FIXED';
  /** Hundredths of a percent, or minor units. */
  value: number;
  currency: string;
  fromMs: number;
  untilMs: number;
  channels: ('pos' | 'online')[];
  bins: string[];
};
export const discounts = documents<Discount>('discount');

const discountBody = (world: World, { id, value }: Stored<Discount>) => ({
  id,
  merchantId: world.merchantId,
  discountName: value.discountName,
  discountType: value.discountType,
  discountValue:
    value.discountType === 'PERCENTAGE' ? percentJson(value.value) : amountJson(value.value, value.currency),
  currency: value.currency,
  validFrom: writeGatewayTimestamp(value.fromMs),
  validUntil: writeGatewayTimestamp(value.untilMs),
  status: 'ACTIVE',
});

type OfMerchant = { Params: { merchantId: string } };

const assertMerchant = (world: World, id: string): void => {
  if (id !== world.merchantId) throw refuse.missing('merchant', 'تاجر');
};

export function referenceRoutes(app: FastifyInstance, world: World): void {
  checkoutRoutes(app, world);
  discountRoutes(app, world);
  feeRoutes(app, world);
}

function checkoutRoutes(app: FastifyInstance, world: World): void {
  app.get<{ Params: { list: string } }>('/v2/constants/:list', open, ({ params: { list } }) => {
    if (!Object.hasOwn(CONSTANTS, list)) throw refuse.noRoute();
    return { body: CONSTANTS[list] };
  });
  app.get<OfMerchant>('/v3/checkout/:merchantId/payment-methods', open, ({ params }) => {
    assertMerchant(world, params.merchantId);
    return { body: CONSTANTS['payment-methods'] };
  });
  app.get<OfMerchant>('/v3/checkout/:merchantId/installments', open, ({ params }) => {
    assertMerchant(world, params.merchantId);
    return { body: INSTALLMENTS };
  });
}

function discountRoutes(app: FastifyInstance, world: World): void {
  app.get<OfMerchant & { Querystring: { binRanges?: string; channel?: string } }>(
    '/v2/discounts/:merchantId/active',
    open,
    ({ params, query }) => {
      assertMerchant(world, params.merchantId);
      const { channel } = query;
      if (channel !== undefined && channel !== 'pos' && channel !== 'online')
        throw refuse.field('channel', 'must be pos or online');
      const bins = listOf(query.binRanges);
      const nowMs = world.clock.nowMs();
      const data = discounts
        .all(world)
        .filter(
          ({ value }) =>
            value.fromMs <= nowMs &&
            nowMs < value.untilMs &&
            (channel === undefined || value.channels.includes(channel)) &&
            (bins.length === 0 || value.bins.length === 0 || value.bins.some((bin) => bins.includes(bin))),
        )
        .map((discount) => discountBody(world, discount));
      return { data, total: data.length };
    },
  );
}

function feeRoutes(app: FastifyInstance, world: World): void {
  app.get<OfMerchant>('/v2/fees/merchant/:merchantId', open, ({ params }) => {
    assertMerchant(world, params.merchantId);
    const fees = Object.entries(QUOTED_RATES).map(([method, basisPoints]) => ({
      method,
      rate: percentJson(basisPoints),
      flatFee: amountJson(0, 'EGP'),
    }));
    return {
      body: {
        merchantId: world.merchantId,
        currency: 'EGP',
        vatRate: percentJson(VAT_BASIS_POINTS),
        fees,
      },
    };
  });
  type CardQuery = { merchantId?: string; cardBin?: string; amount?: string; currency?: string };
  app.get<{ Querystring: CardQuery }>('/v2/fees/card', open, ({ query }) => {
    assertMerchant(world, query.merchantId ?? '');
    if (!/^\d{6,8}$/.test(query.cardBin ?? '')) throw refuse.field('cardBin', 'must be 6 to 8 digits');
    const code = query.currency ?? 'EGP';
    const minor = minorOf(query.amount ?? '', code, 'amount');
    const { fee, vat } = feesOf(minor, QUOTED_RATES.card);
    return {
      body: {
        cardBin: query.cardBin,
        rate: percentJson(200),
        flatFee: amountJson(0, code),
        vatRate: percentJson(VAT_BASIS_POINTS),
        feeAmount: amountJson(fee, code),
        vatAmount: amountJson(vat, code),
        amount: amountJson(minor, code),
        currency: code,
      },
    };
  });
}
