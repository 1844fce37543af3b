/**
 * The hosted payment pages behind a session's `sessionUrl` (§1) and an invoice's payment link (§4.5): practice cards are
 * buttons. They need no key: the id is the way in.
 */
import type { FastifyInstance } from 'fastify';
import { toDecimal } from '#shared/money/money.ts';
import { open } from '../access.ts';
import { refuse } from '../errors.ts';
import { acted } from '../server.ts';
import { authorize } from '../state/online-orders.ts';
import type { SessionRow } from '../state/session-rows.ts';
import {
  FINAL,
  keepsCardOf,
  methodsOf,
  openPage,
  PAYMENT_METHODS,
  payOnPage,
  PRACTICE_CARDS,
  type Payment,
  type PracticeCard,
} from '../state/sessions.ts';
import type { World } from '../world.ts';
import { invoices } from './invoices.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:10vh auto;padding:0 1rem;color:#1c1f24}
h1{font-size:1.1rem;font-weight:600}strong{display:block;font-size:1.9rem;font-variant-numeric:tabular-nums;margin:.4rem 0 1.4rem}
form{display:grid;gap:.6rem}label{display:grid;gap:.2rem}label.tick{display:block;padding:.3rem 0}select,button{font:inherit;padding:.6rem .8rem;border-radius:.5rem;border:1px solid #b9c0ca}
button{cursor:pointer;background:#fff}button[value=approve]{background:#0b5f5a;color:#fff;border-color:#0b5f5a}p{color:#5b6470}`;

type Bill = {
  title: string;
  minor: number;
  currency: string;
  methods: readonly string[];
  /** What there is to say beside the amount. */
  note: string;
  /** Why it cannot be paid any more, or null. */
  ended: string | null;
  /** Whether a card can be tried that is declined. */
  canFail: boolean;
  /** Whether the customer may let the merchant keep the card. */
  canSave: boolean;
};

const CARD_NAMES: Readonly<Record<PracticeCard, string>> = {
  'visa-4242': 'Visa, ends in 4242',
  'mastercard-1118': 'Mastercard, ends in 1118',
  'visa-0002': 'Visa, ends in 0002: later charges are declined',
};
const cards = Object.keys(PRACTICE_CARDS) as PracticeCard[];
const saveFields = `<label>Card <select name="card">${cards
  .map((card) => `<option value="${card}">${CARD_NAMES[card]}</option>`)
  .join('')}</select></label>
<label class="tick"><input type="checkbox" name="save" value="yes"> Save this card for later payments</label>`;

function page(world: World, bill: Bill): string {
  const amount = toDecimal({ minor: BigInt(bill.minor), currency: bill.currency });
  const methods = bill.methods.map((method) => `<option>${method}</option>`).join('');
  const failing = `<button name="outcome" value="decline">Pay with a card that is declined</button>
<button name="outcome" value="reject">Pay with a card that is rejected for good</button>
<button name="outcome" value="leave">Leave without paying</button>`;
  const form = `<form method="post"><label>Method <select name="method">${methods}</select></label>${bill.canSave ? saveFields : ''}
<button name="outcome" value="approve">Pay</button>${bill.canFail ? failing : ''}</form>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Payment · ${escaped(world.merchantName)}</title>
<style>${STYLE}</style><h1>${escaped(world.merchantName)} · ${escaped(bill.title)}</h1>
<strong>${amount} ${escaped(bill.currency)}</strong>${bill.note === '' ? '' : `<p>${escaped(bill.note)}</p>`}
${bill.ended === null ? form : `<p>${escaped(bill.ended)}</p>`}
<p>Practice page: no card is charged.</p></html>`;
}

const sessionBill = (row: SessionRow): Bill => ({
  title: row.order_reference,
  minor: row.amount_minor,
  currency: row.currency,
  methods: methodsOf(row),
  note:
    row.failure_attempts > 0 ? `Failed tries: ${row.failure_attempts} of ${row.max_failure_attempts}` : '',
  ended: (FINAL as readonly string[]).includes(row.status)
    ? `This payment session has ended: ${row.status}`
    : null,
  canFail: true,
  canSave: keepsCardOf(row) !== null && methodsOf(row).includes('card'),
});

function invoiceBill(world: World, id: string): Bill {
  const invoice = invoices.get(world, id);
  if (!invoice) throw refuse.missing('invoice', 'فاتورة');
  const { totalMinor, currency, description, orderId } = invoice.value;
  return {
    title: id,
    minor: totalMinor,
    currency,
    methods: PAYMENT_METHODS,
    note: description,
    ended: orderId === null ? null : 'This invoice is paid.',
    canFail: false,
    canSave: false,
  };
}

function payInvoice(world: World, id: string, { method, outcome }: Payment): void {
  const bill = invoiceBill(world, id);
  const invoice = invoices.get(world, id);
  if (!invoice || bill.ended !== null) throw refuse.notThisOrder('payment');
  if (outcome !== 'approve') return;
  const { order } = authorize(world, {
    sessionId: null,
    merchantOrderId: id,
    amountMinor: bill.minor,
    currency: bill.currency,
    method,
    manualCapture: invoice.value.isManualCapture,
  });
  invoices.replace(world, id, { ...invoice.value, orderId: order.order_id });
}

/** What the form sent. A method that is not known counts as card, an outcome that is not known as approved. */
function readPayment(body: unknown): Payment {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const method = PAYMENT_METHODS.find((known) => known === fields['method']) ?? 'card';
  const outcome =
    (['decline', 'reject', 'leave'] as const).find((known) => known === fields['outcome']) ?? 'approve';
  const card = cards.find((known) => known === fields['card']) ?? 'visa-4242';
  return { method, outcome, save: fields['save'] === 'yes' ? card : undefined };
}

type ById = { Params: { id: string } };

export function payPageRoutes(app: FastifyInstance, world: World): void {
  const kinds = [
    {
      path: '/pay/:id',
      bill: (id: string) => sessionBill(openPage(world, id)),
      pay: (id: string, payment: Payment) => void payOnPage(world, id, payment),
    },
    {
      path: '/invoice/:id',
      bill: (id: string) => invoiceBill(world, id),
      pay: (id: string, payment: Payment) => payInvoice(world, id, payment),
    },
  ];
  // Forms are read on these pages alone: everything else on the hosts takes JSON.
  void app.register((form, _options, done) => {
    form.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, text, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(text.toString()))),
    );
    for (const { path, bill, pay } of kinds) {
      form.get<ById>(path, open, ({ params }, reply) =>
        reply.type('text/html; charset=utf-8').send(page(world, bill(params.id))),
      );
      form.post<ById>(path, open, (request, reply) => {
        const { id } = request.params;
        world.db.transaction(() => pay(id, readPayment(request.body)))();
        acted(request);
        return reply.type('text/html; charset=utf-8').send(page(world, bill(id)));
      });
    }
    done();
  });
}
