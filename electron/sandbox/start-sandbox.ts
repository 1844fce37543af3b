/** Starts the built-in gateway on loopback: two hosts for test, two for live, and its control path. */
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#shared/time/clock.ts';
import { createControl } from './control.ts';
import { createFaults } from './faults.ts';
import { startGrowth } from './growth.ts';
import { instantSettlementRoutes } from './routes/instant-settlement.ts';
import { checkoutOrderRoutes, orderRoutes } from './routes/orders.ts';
import { settlementRoutes } from './routes/settlement.ts';
import { terminalRoutes } from './routes/terminals.ts';
import { createHost, type LogEntry } from './server.ts';
import { openWorld, type World } from './world.ts';

export type SandboxOptions = {
  /** The first of five ports in a row; 0 takes any free ones. */
  port?: number;
  seed?: number;
  terminals?: number;
  /** Outstanding card transactions over all terminals. */
  transactions?: number;
  /** Where to keep the state; in memory when null. */
  dataDir?: string | null;
  /** New sales trickle in while it runs. */
  growth?: boolean;
  clock?: Clock;
};

export type SandboxAccess = {
  dashboardUrl: string;
  checkoutUrl: string;
  merchantId: string;
  merchantName: string;
  secretKey: string;
  apiKey: string;
  transferKey: string;
};
export type Sandbox = { test: SandboxAccess; live: SandboxAccess; controlUrl: string; stop(): Promise<void> };

const systemClock: Clock = {
  nowMs: () => Date.now(),
  after: (delayMs, task) => {
    const timer = setTimeout(task, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const {
    port = 0,
    seed = 7,
    terminals = 12,
    transactions = 420,
    dataDir = null,
    growth = false,
    clock = systemClock,
  } = options;
  const faults = createFaults();
  const log: LogEntry[] = [];
  const open = (environment: 'test' | 'live') =>
    openWorld({ environment, seed, terminals, transactions, dataDir, clock });
  const worlds = { test: open('test'), live: open('live') };
  const running: FastifyInstance[] = [];
  const listen = async (app: FastifyInstance, offset: number) => {
    running.push(app);
    return app.listen({ host: '127.0.0.1', port: port === 0 ? 0 : port + offset });
  };

  async function openHosts(world: World, offset: number): Promise<SandboxAccess> {
    const dashboard = createHost({
      world,
      host: 'dashboard',
      faults,
      log,
      routes: (app) => {
        terminalRoutes(app, world);
        orderRoutes(app, world);
        settlementRoutes(app, world);
        instantSettlementRoutes(app, world);
      },
    });
    const dashboardUrl = await listen(dashboard, offset);
    const checkout = createHost({
      world,
      host: 'checkout',
      faults,
      log,
      routes: (app) =>
        checkoutOrderRoutes(app, async (request, path) => {
          const answer = await dashboard.inject({
            method: 'PUT',
            url: path,
            headers: {
              authorization: request.headers.authorization ?? '',
              'content-type': 'application/json',
            },
            payload: JSON.stringify(request.body),
          });
          return { status: answer.statusCode, body: answer.json<unknown>() };
        }),
    });
    const checkoutUrl = await listen(checkout, offset + 1);
    return {
      dashboardUrl,
      checkoutUrl,
      merchantId: world.merchantId,
      merchantName: world.merchantName,
      ...world.keys,
    };
  }

  const stops: (() => void)[] = [];
  const stop = async () => {
    for (const end of stops) end();
    await Promise.all(running.map((app) => app.close()));
    worlds.test.db.close();
    worlds.live.db.close();
  };
  try {
    const test = await openHosts(worlds.test, 0);
    const live = await openHosts(worlds.live, 2);
    const controlUrl = await listen(createControl({ worlds, faults, log }), 4);
    if (growth) stops.push(startGrowth(worlds.live), startGrowth(worlds.test));
    return { test, live, controlUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
