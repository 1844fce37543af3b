/** Starts the built-in gateway on loopback: two hosts for test, two for live, and its control path. */
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#shared/time/clock.ts';
import { createControl } from './control.ts';
import { createFaults } from './faults.ts';
import { startGrowth } from './growth.ts';
import { openAccount, openWorld } from './open-world.ts';
import { createRequestLog } from './request-log.ts';
import { checkoutRoutes, dashboardRoutes } from './routes/index.ts';
import type { WorldSize } from './seed/seed-world.ts';
import { createHost } from './server.ts';
import { startCatchingUp } from './state/catch-up.ts';
import { startDeliverer, type Listeners } from './webhooks/deliver.ts';
import type { World } from './world.ts';

export type SandboxOptions = {
  /** The first of five ports in a row (test dashboard and checkout, live dashboard and checkout, control); 0 takes any free ones. */
  port?: number;
  /** The same seed gives the same keys, and at the same time of the clock the same data. */
  seed?: number;
  terminals?: number;
  /** Outstanding card transactions over all terminals. */
  transactions?: number;
  /** Where to keep the state; in memory when null. What is kept goes before `terminals` and `transactions`. */
  dataDir?: string | null;
  /** New sales trickle in while it runs. */
  growth?: boolean;
  /** Days of settled sales behind today; 14 when absent. */
  historyDays?: number;
  /** For the practice profile: only the live environment has data, since practice behaves as live. */
  practice?: boolean;
  /** Whether webhooks are really delivered to the internet; those routed on the control path are in any case. */
  deliverElsewhere?: boolean;
  /** The language of names and of reasons for a refusal. English if it is absent. */
  language?: World['language'];
  clock?: Clock;
};

export type SandboxAccess = {
  dashboardUrl: string;
  checkoutUrl: string;
  merchantId: string;
  merchantName: string;
  secretKey: string;
  apiKey: string;
  paymentKey: string;
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

const NOTHING = { terminals: 0, transactions: 0, historyDays: 0 };

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, seed = 7, dataDir = null, growth = false, practice = false } = options;
  const { language = 'en' } = options;
  const { terminals = 12, transactions = 420, historyDays = 14, clock = systemClock } = options;
  const listeners: Listeners = { routes: new Map(), elsewhere: options.deliverElsewhere ?? false };
  const faults = createFaults();
  const log = createRequestLog();
  const stops: (() => unknown)[] = [];
  const wakes: (() => void)[] = [];
  const stop = async () => {
    // Newest first: the trickle, then the listeners, then the databases they use.
    for (const end of stops.splice(0).reverse()) await end();
  };

  const account = openAccount(dataDir, clock);
  stops.push(() => account.db.close());
  function open(environment: 'test' | 'live', size: WorldSize): World {
    const world = openWorld({ environment, language, seed, dataDir, clock, account, ...size });
    stops.push(() => world.db.close());
    return world;
  }
  async function listen(app: FastifyInstance, offset: number): Promise<string> {
    stops.push(() => app.close());
    return app.listen({ host: '127.0.0.1', port: port === 0 ? 0 : port + offset });
  }
  async function openHosts(world: World, offset: number): Promise<SandboxAccess> {
    stops.push(startDeliverer(world, listeners));
    const { wake, stop: stopCatchingUp } = startCatchingUp(world);
    stops.push(stopCatchingUp);
    wakes.push(wake);
    const shared = { world, faults, log, onChange: wake };
    const dashboard = createHost({
      ...shared,
      host: 'dashboard',
      routes: (app) => dashboardRoutes(app, world, listeners),
    });
    const dashboardUrl = await listen(dashboard, offset);
    const checkout = createHost({
      ...shared,
      host: 'checkout',
      routes: (app) => checkoutRoutes(app, world, dashboardUrl),
    });
    const checkoutUrl = await listen(checkout, offset + 1);
    world.checkoutUrl = checkoutUrl;
    const { merchantId, merchantName, keys } = world;
    return { dashboardUrl, checkoutUrl, merchantId, merchantName, ...keys };
  }

  try {
    const size = { terminals, transactions, historyDays };
    const worlds = { test: open('test', practice ? NOTHING : size), live: open('live', size) };
    const test = await openHosts(worlds.test, 0);
    const live = await openHosts(worlds.live, 2);
    const controlUrl = await listen(
      createControl({ worlds, faults, log, listeners, onChange: () => wakes.forEach((wake) => wake()) }),
      4,
    );
    if (growth) stops.push(startGrowth(worlds.live));
    if (growth && !practice) stops.push(startGrowth(worlds.test));
    return { test, live, controlUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
