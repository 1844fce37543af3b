/** The values typed for a new checkout, and the request that is made of them. */
import type { CheckoutRequest } from '#shared/contract/checkouts.ts';
import type { InputOf } from '#shared/contract/index.ts';
import { wireMoney } from '#shared/contract/wire.ts';
import { typedAmount } from '#shared/money/typed-money.ts';
import { toAsciiDigits } from '#shared/text/digits.ts';

/** For how many minutes a checkout can be paid. */
export const lifetimes = [30, 120, 1_440, 4_320, 10_080, 43_200] as const;

type Typed = { amount: string; currency: string; order: string; mostTries: string };
export type NewForm = Typed & Omit<CheckoutRequest, 'amount' | 'order' | 'maxFailureAttempts'>;

/** Proposes an order that no other checkout has: the time to the second. */
function proposedOrder(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${two(now.getFullYear() % 100)}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  return `CO-${day}-${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
}

/** `savesCard`: the checkout is made so that the customer's card can be saved. */
export const emptyForm = (now: Date, savesCard = false): NewForm => ({
  amount: '',
  currency: 'EGP',
  order: proposedOrder(now),
  mostTries: '',
  minutes: 1_440,
  methods: savesCard ? ['card'] : [],
  manualCapture: false,
  saveCard: savesCard,
  description: '',
  customerEmail: '',
  customerReference: '',
  defaultMethod: null,
  display: null,
  merchantRedirect: '',
  failureRedirect: false,
  redirectMethod: null,
  serverWebhook: '',
  brandColor: '',
  iframeBackgroundColor: '',
  retrieveSavedCard: false,
  enable3DS: true,
  notes: '',
});

export type WrongField = 'amount' | 'order' | 'mostTries' | 'customerReference';

/** The fields that cannot be sent as they are. */
export function wrongFields({
  amount,
  currency,
  order,
  mostTries,
  saveCard,
  customerReference,
}: NewForm): WrongField[] {
  const tries = toAsciiDigits(mostTries).trim();
  const isCount = tries === '' || (/^\d{1,3}$/.test(tries) && Number(tries) >= 1 && Number(tries) <= 100);
  return [
    ...(amountIn(amount, currency) === null ? ['amount' as const] : []),
    ...(order.trim() === '' ? ['order' as const] : []),
    ...(saveCard && customerReference.trim() === '' ? ['customerReference' as const] : []),
    ...(isCount ? [] : ['mostTries' as const]),
  ];
}

function amountIn(typed: string, currency: string) {
  const amount = typedAmount(typed, currency);
  return amount !== null && amount.minor > 0n ? amount : null;
}

/** Null while a field is wrong. */
export function requestOf(form: NewForm): InputOf<'checkouts.create'>['request'] | null {
  const amount = amountIn(form.amount, form.currency);
  if (amount === null || wrongFields(form).length > 0) return null;
  const { amount: _typed, currency: _code, order, mostTries, ...rest } = form;
  const tries = toAsciiDigits(mostTries).trim();
  return {
    ...rest,
    amount: wireMoney(amount),
    order: order.trim(),
    maxFailureAttempts: tries === '' ? null : Number(tries),
  };
}

export type FieldProps = {
  form: NewForm;
  change: (part: Partial<NewForm>) => void;
  /** The error of a field, once a person has tried to send the form. */
  wrong: (field: WrongField) => string | undefined;
};
