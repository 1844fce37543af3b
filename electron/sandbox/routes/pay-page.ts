/** The hosted payment page behind `sessionUrl` (§1): practice cards are buttons. It needs no key: the session's id is the way in. */
import type { FastifyInstance } from 'fastify';
import { toDecimal } from '#shared/money/money.ts';
import { open } from '../access.ts';
import { acted } from '../server.ts';
import type { SessionRow } from '../state/session-rows.ts';
import { FINAL, openPage, PAYMENT_METHODS, payOnPage, type Payment } from '../state/sessions.ts';
import type { World } from '../world.ts';

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
form{display:grid;gap:.6rem}label{display:grid;gap:.2rem}select,button{font:inherit;padding:.6rem .8rem;border-radius:.5rem;border:1px solid #b9c0ca}
button{cursor:pointer;background:#fff}button[value=approve]{background:#0b5f5a;color:#fff;border-color:#0b5f5a}p{color:#5b6470}`;

function page(world: World, row: SessionRow): string {
  const amount = toDecimal({ minor: BigInt(row.amount_minor), currency: row.currency });
  const ended = (FINAL as readonly string[]).includes(row.status);
  const methods = PAYMENT_METHODS.map((method) => `<option>${method}</option>`).join('');
  const form = `<form method="post"><label>Method <select name="method">${methods}</select></label>
<button name="outcome" value="approve">Pay</button><button name="outcome" value="decline">Pay with a card that is declined</button>
<button name="outcome" value="reject">Pay with a card that is rejected for good</button></form>`;
  const failed =
    row.failure_attempts > 0
      ? `<p>Failed tries: ${row.failure_attempts} of ${row.max_failure_attempts}</p>`
      : '';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Payment · ${escaped(world.merchantName)}</title>
<style>${STYLE}</style><h1>${escaped(world.merchantName)} · ${escaped(row.order_reference)}</h1>
<strong>${amount} ${escaped(row.currency)}</strong>${failed}${ended ? `<p>This payment session has ended: ${escaped(row.status)}</p>` : form}
<p>Practice page: no card is charged.</p></html>`;
}

/** What the form sent; anything else is an approved card. */
function readPayment(body: unknown): Payment {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const method = PAYMENT_METHODS.find((known) => known === fields['method']) ?? 'card';
  const outcome = (['decline', 'reject'] as const).find((known) => known === fields['outcome']) ?? 'approve';
  return { method, outcome };
}

type ById = { Params: { sessionId: string } };

export function payPageRoutes(app: FastifyInstance, world: World): void {
  // Forms are read on this page alone: everything else on the hosts takes JSON.
  void app.register((form, _options, done) => {
    form.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, text, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(text.toString()))),
    );
    form.get<ById>('/pay/:sessionId', open, (request, reply) => {
      const row = openPage(world, request.params.sessionId);
      return reply.type('text/html; charset=utf-8').send(page(world, row));
    });
    form.post<ById>('/pay/:sessionId', open, (request, reply) => {
      const payment = readPayment(request.body);
      const row = world.db.transaction(() => payOnPage(world, request.params.sessionId, payment))();
      acted(request);
      return reply.type('text/html; charset=utf-8').send(page(world, row));
    });
    done();
  });
}
