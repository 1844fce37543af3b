/** The control path that only the loopback sandbox has: faults, the request log, new sales, a look at the state. */
import fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { faultSchema, type Faults } from './faults.ts';
import type { LogEntry } from './server.ts';
import { addSale } from './state/sales.ts';
import type { World } from './world.ts';

const environment = z.enum(['test', 'live']).default('live');
const salesSchema = z.object({
  environment,
  terminalId: z.string().optional(),
  count: z.number().int().min(1).max(20_000).default(1),
  /** Minor units. */
  amountMinor: z.number().int().positive().optional(),
  currency: z.string().optional(),
});

export type ControlOptions = { worlds: Record<'test' | 'live', World>; faults: Faults; log: LogEntry[] };

export function createControl({ worlds, faults, log }: ControlOptions): FastifyInstance {
  const app = fastify({ logger: false, forceCloseConnections: true });
  // A web page must not reach it: browsers send an Origin, tools on this computer do not.
  app.addHook('onRequest', async (request, reply) => {
    const local = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip);
    if (!local || request.headers.origin !== undefined)
      await reply.code(403).send({ error: 'control is for this computer only' });
  });
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof z.ZodError ? 400 : 500).send({ error: String(error) }),
  );

  app.post('/faults', (request) => {
    faults.add(faultSchema.parse(request.body));
    return { added: true };
  });
  app.delete('/faults', () => {
    faults.clear();
    return { cleared: true };
  });
  app.get('/log', () => log);
  app.post('/sales', (request) => {
    const {
      environment: name,
      terminalId,
      count,
      amountMinor,
      currency,
    } = salesSchema.parse(request.body ?? {});
    const world = worlds[name];
    const terminals = world.db
      .prepare('SELECT terminal_id FROM terminal WHERE foreign_merchant = 0')
      .all() as { terminal_id: string }[];
    world.db.transaction(() => {
      for (let sale = 0; sale < count; sale += 1) {
        const id = terminalId ?? terminals[world.dice.between(0, terminals.length - 1)]?.terminal_id ?? '';
        addSale(world, {
          terminalId: id,
          atMs: world.clock.nowMs(),
          ...(amountMinor !== undefined && { amountMinor }),
          ...(currency !== undefined && { currency }),
        });
      }
    })();
    return { added: count };
  });
  app.post('/decline-next', (request) => {
    worlds[z.object({ environment }).parse(request.body ?? {}).environment].declineNext = true;
    return { declineNext: true };
  });
  app.get('/state', () =>
    Object.fromEntries(
      Object.entries(worlds).map(([name, world]) => {
        const one = (sql: string) => (world.db.prepare(sql).get() as { n: number }).n;
        return [
          name,
          {
            terminals: (
              world.db.prepare('SELECT terminal_id, foreign_merchant FROM terminal').all() as {
                terminal_id: string;
                foreign_merchant: number;
              }[]
            ).map(({ terminal_id, foreign_merchant }) => ({
              terminalId: terminal_id,
              foreign: foreign_merchant === 1,
            })),
            outstanding: one('SELECT COUNT(*) AS n FROM pos_row WHERE acknowledged_at_ms IS NULL'),
            towardSettlement: one('SELECT COUNT(*) AS n FROM settlement_row WHERE settled_at_ms IS NULL'),
            settled: one('SELECT COUNT(*) AS n FROM settlement_row WHERE settled_at_ms IS NOT NULL'),
            reversals: one(`SELECT COUNT(*) AS n FROM pos_row WHERE payment_type = 'REVERSAL'`),
            requests: one('SELECT COUNT(*) AS n FROM instant_request'),
          },
        ];
      }),
    ),
  );
  return app;
}
