/**
 * The control path, which only the loopback sandbox has: GET / is its page for people; POST, GET and DELETE /faults, GET /log,
 * POST /sales, POST /slips, POST /bank, POST /decline-next, POST /slow-next, POST /pay, POST /keys, PUT /settings, PUT and GET /listeners,
 * GET /statement, GET /state and GET /invariants are for tools. Plain JSON, no key; refused to anything that is not on this computer.
 */
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { currencyScale } from '#shared/money/currencies.ts';
import { parseMoney } from '#shared/money/money.ts';
import { grantKey, permissions } from './access.ts';
import { controlPage } from './control-page.ts';
import { GatewayRefusal } from './errors.ts';
import { faultSchema, type Faults } from './faults.ts';
import type { RequestLog } from './request-log.ts';
import { catchUp } from './state/catch-up.ts';
import { newHexId } from './state/ids.ts';
import { book, bookingNames } from './state/bank-bookings.ts';
import { bankStatement } from './state/bank-statement.ts';
import { brokenInvariants } from './state/invariants.ts';
import { balanceOf } from './state/ledger.ts';
import { addSale, terminalPool } from './state/sales.ts';
import { PAYMENT_METHODS, payOnPage } from './state/sessions.ts';
import { readSetting, settingNames, settingsSchema, writeSetting } from './state/settings.ts';
import { makeSlip, slipNames } from './state/slips.ts';
import type { Listeners } from './webhooks/deliver.ts';
import { amountJson, type World } from './world.ts';

const environment = z.enum(['test', 'live']).default('live');
const salesSchema = z.strictObject({
  environment,
  /** Any of the merchant's terminals when absent. */
  terminalId: z.string().optional(),
  count: z.number().int().min(1).max(20_000).default(1),
  /** A decimal, `"120.50"`; believable amounts when absent. */
  amount: z.string().optional(),
  currency: z.string().default('EGP'),
  /** The word of what they are; any word, as the interface leaves it open. */
  paymentType: z.string().max(200).default('SALE'),
});

const paySchema = z.strictObject({
  environment,
  sessionId: z.string(),
  method: z.enum(PAYMENT_METHODS).default('card'),
  outcome: z.enum(['approve', 'decline', 'reject']).default('approve'),
});
/** A secret key with the permissions of a role; all of them when absent. */
const keySchema = z.strictObject({
  environment,
  secretKey: z.string().min(1).optional(),
  permissions: z.array(z.enum(permissions)).default([...permissions]),
});
/** `order` of an acknowledged sale that is not settled yet. */
const slipSchema = z.strictObject({ environment, order: z.string(), slip: z.enum(slipNames) });
/** What the merchant's bank books by itself. */
const bankSchema = z.strictObject({ environment, books: z.enum(bookingNames) });
const slowSchema = z.strictObject({ environment, minutes: z.number().int().min(1).max(10_080) });
const statementSchema = z.object({ environment, from: z.iso.date(), to: z.iso.date() });
const settingsOf = z.strictObject({ environment, settings: settingsSchema });
/** Host name of webhook URLs → where its listener really is. */
const listenersSchema = z.record(z.string(), z.url({ protocol: /^https?$/ }));

type ControlOptions = {
  worlds: Record<'test' | 'live', World>;
  faults: Faults;
  log: RequestLog;
  listeners: Listeners;
  /** Told after each request that may have changed something. */
  onChange: () => void;
};

/** A problem with what was asked, in words. */
class ControlProblem extends Error {}

/**
 * Browsers send an Origin with what a page does, and a page that renamed this computer a Host of its own: only the control
 * path's own page may call it.
 */
function isTool({ ip, headers, host }: FastifyRequest): boolean {
  const loopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(ip);
  const ownPage = headers.origin === undefined || headers.origin === `http://${host}`;
  return loopback && ownPage && /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);
}

/** Adds sales now; answers how many. */
function addSales(worlds: ControlOptions['worlds'], body: unknown): number {
  const wanted = salesSchema.parse(body ?? {});
  const world = worlds[wanted.environment];
  const { terminalId, count, amount, currency, paymentType } = wanted;
  if (currencyScale(currency) === null) throw new ControlProblem(`currency ${currency} is not known`);
  const read = amount === undefined ? null : parseMoney(amount, currency);
  if (read && (!read.ok || read.value.minor <= 0n))
    throw new ControlProblem(`amount ${amount} is not an amount of ${currency}`);
  const pool = [...new Set(terminalPool(world, true))];
  const candidates = terminalId === undefined ? pool : pool.filter((id) => id === terminalId);
  world.db.transaction(() => {
    for (let sale = 0; sale < count; sale += 1) {
      const id = candidates[world.dice.between(0, candidates.length - 1)];
      if (id === undefined) throw new ControlProblem('there is no such terminal');
      addSale(world, {
        terminalId: id,
        atMs: world.clock.nowMs(),
        currency,
        paymentType,
        ...(read?.ok && { amountMinor: Number(read.value.minor) }),
      });
    }
  })();
  return count;
}

function stateOf(world: World) {
  catchUp(world);
  const count = (from: string) => world.db.prepare(`SELECT COUNT(*) FROM ${from}`).pluck().get() as number;
  const terminals = world.db
    .prepare(
      `SELECT t.terminal_id, foreign_merchant, COUNT(p.id) AS outstanding FROM terminal t
       LEFT JOIN pos_row p ON p.terminal_id = t.terminal_id AND p.acknowledged_at_ms IS NULL
       GROUP BY t.terminal_id ORDER BY t.terminal_id`,
    )
    .all() as { terminal_id: string; foreign_merchant: number; outstanding: number }[];
  return {
    terminals: terminals.map(({ terminal_id, foreign_merchant, outstanding }) => ({
      terminalId: terminal_id,
      foreign: foreign_merchant === 1,
      outstanding,
    })),
    outstanding: count('pos_row WHERE acknowledged_at_ms IS NULL'),
    towardSettlement: count('settlement_row WHERE settled_at_ms IS NULL'),
    settled: count('settlement_row WHERE settled_at_ms IS NOT NULL'),
    reversals: count(`pos_row WHERE payment_type = 'REVERSAL'`),
    requests: count('instant_request'),
    sessions: count('payment_session'),
    orders: count('online_order'),
    transfers: count('transfer'),
    deliveries: count('delivery'),
    balances: {
      available: amountJson(balanceOf(world, 'available', 'EGP'), 'EGP'),
      onHold: amountJson(balanceOf(world, 'on-hold', 'EGP'), 'EGP'),
    },
    settings: Object.fromEntries(settingNames.map((name) => [name, readSetting(world, name)])),
  };
}

export function createControl({ worlds, faults, log, listeners, onChange }: ControlOptions): FastifyInstance {
  const app = fastify({ logger: false, forceCloseConnections: true });
  app.addHook('onRequest', (request, reply, done) => {
    if (isTool(request)) done();
    else reply.code(403).send({ error: 'The control path is for tools on this computer only.' });
  });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof z.ZodError) return reply.code(400).send({ error: z.prettifyError(error) });
    if (error instanceof GatewayRefusal)
      return reply.code(error.statusCode).send({ error: error.body.messages.en });
    if (error instanceof ControlProblem) return reply.code(400).send({ error: error.message });
    return reply.code((error as { statusCode?: number }).statusCode ?? 500).send({ error: String(error) });
  });

  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.method !== 'GET') onChange();
    done(null, payload);
  });

  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(controlPage));
  faultRoutes(app, faults);
  app.get('/log', () => log.entries());
  worldRoutes(app, worlds);
  listenerRoutes(app, listeners);
  return app;
}

function faultRoutes(app: FastifyInstance, faults: ControlOptions['faults']): void {
  app.get('/faults', () => faults.rules());
  app.post('/faults', ({ body }) => {
    faults.add(faultSchema.parse(body));
    return { added: true };
  });
  app.delete('/faults', () => {
    faults.clear();
    return { cleared: true };
  });
}

function worldRoutes(app: FastifyInstance, worlds: ControlOptions['worlds']): void {
  app.post('/sales', ({ body }) => ({ added: addSales(worlds, body) }));
  app.post('/decline-next', ({ body }) => {
    worlds[z.strictObject({ environment }).parse(body ?? {}).environment].declineNext = true;
    return { declineNext: true };
  });
  app.post('/slow-next', ({ body }) => {
    const { environment: name, minutes } = slowSchema.parse(body);
    worlds[name].nextEndsAfterMs = minutes * 60_000;
    return { slowNext: true };
  });
  app.post('/slips', ({ body }) => {
    const { environment: name, order, slip } = slipSchema.parse(body);
    const world = worlds[name];
    if (!world.db.transaction(() => makeSlip(world, order, slip))())
      throw new ControlProblem(`${order} is not a sale on its way to the bank`);
    return { slipped: true };
  });
  app.post('/bank', ({ body }) => {
    const { environment: name, books } = bankSchema.parse(body);
    catchUp(worlds[name]);
    if (!book(worlds[name], books)) throw new ControlProblem('no settlement has reached the bank yet');
    return { booked: true };
  });
  app.get('/statement', ({ query }, reply) => {
    const { environment: name, from, to } = statementSchema.parse(query);
    catchUp(worlds[name]);
    return reply.type('application/xml; charset=utf-8').send(bankStatement(worlds[name], { from, to }));
  });
  app.post('/pay', ({ body }) => {
    const { environment: name, sessionId, method, outcome } = paySchema.parse(body ?? {});
    const world = worlds[name];
    const { status } = world.db.transaction(() => payOnPage(world, sessionId, { method, outcome }))();
    return { status };
  });
  app.post('/keys', ({ body }) => {
    const wanted = keySchema.parse(body ?? {});
    const world = worlds[wanted.environment];
    const secretKey = wanted.secretKey ?? `sk_${wanted.environment}_${newHexId(world, 'secret-key')}`;
    grantKey(world, secretKey, wanted.permissions);
    return { secretKey };
  });
  app.put('/settings', ({ body }) => {
    const wanted = settingsOf.parse(body ?? {});
    const world = worlds[wanted.environment];
    for (const name of settingNames) {
      const value = wanted.settings[name];
      if (value !== undefined) writeSetting(world, name, value);
    }
    return Object.fromEntries(settingNames.map((name) => [name, readSetting(world, name)]));
  });
  app.get('/state', () => ({ test: stateOf(worlds.test), live: stateOf(worlds.live) }));
  app.get('/invariants', () => ({
    test: brokenInvariants(worlds.test),
    live: brokenInvariants(worlds.live),
  }));
}

function listenerRoutes(app: FastifyInstance, listeners: ControlOptions['listeners']): void {
  app.get('/listeners', () => Object.fromEntries(listeners.routes));
  app.put('/listeners', ({ body }) => {
    const wanted = listenersSchema.parse(body ?? {});
    listeners.routes.clear();
    for (const [host, base] of Object.entries(wanted)) listeners.routes.set(host, base);
    return wanted;
  });
}
