/** Opens an environment: its kept data, or a newly seeded merchant. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Clock } from '#shared/time/clock.ts';
import { grantKey, permissions } from './access.ts';
import { dice, keyFor, seedOf } from './random.ts';
import { seedWorld, type WorldSize } from './seed/seed-world.ts';
import { nextNumber } from './state/ids.ts';
import { schema, SCHEMA_VERSION } from './state/schema.ts';
import type { Account, World } from './world.ts';

type WorldOptions = WorldSize & {
  environment: 'test' | 'live';
  language: World['language'];
  seed: number;
  dataDir: string | null;
  clock: Clock;
  account: Account;
};

function openDatabase(dataDir: string | null, name: string) {
  if (dataDir !== null) mkdirSync(dataDir, { recursive: true });
  const file = `gateway-${name}-${SCHEMA_VERSION}.sqlite`;
  const db = new Sqlite(dataDir === null ? ':memory:' : join(dataDir, file));
  db.pragma('journal_mode = WAL');
  db.exec(schema);
  return db;
}

/** What both environments share: the list of webhooks. */
export const openAccount = (dataDir: string | null, clock: Clock): Account => ({
  db: openDatabase(dataDir, 'account'),
  clock,
});

const paymentKeyOf = (seed: number, environment: 'test' | 'live') =>
  `pk_${environment}_${keyFor(seed, environment, 'payment')}`;

/** Opens the kept data of this environment, or seeds it if there is none. */
export function openWorld(options: WorldOptions): World {
  const { environment, language, seed, dataDir, clock, account, ...size } = options;
  const db = openDatabase(dataDir, environment);
  const opened: Omit<World, 'dice'> = {
    environment,
    merchantId: environment === 'live' ? 'MID-7301-118' : 'MID-7301-118-T',
    merchantName: 'Nile Market',
    language,
    keys: {
      secretKey: `sk_${environment}_${keyFor(seed, environment, 'secret')}`,
      apiKey: `ak_${environment}_${keyFor(seed, environment, 'api')}`,
      paymentKey: paymentKeyOf(seed, environment),
      transferKey: `tk_${environment}_${keyFor(seed, environment, 'transfer')}`,
    },
    account: {
      ...account,
      paymentKeys: { test: paymentKeyOf(seed, 'test'), live: paymentKeyOf(seed, 'live') },
    },
    db,
    clock,
    declineNext: false,
    nextEndsAfterMs: null,
    onEvent: () => {},
    quietUntilMs: 0,
    checkoutUrl: '',
  };
  return db.transaction(() => {
    const seeded = db.prepare('SELECT 1 FROM branch LIMIT 1').get() !== undefined;
    // Each opening throws its own dice: a restart does not sell the same baskets again.
    const openings = nextNumber(opened, 'openings');
    const world: World = Object.assign(opened, { dice: dice(seedOf(seed, environment, openings)) });
    // The owner's key may do everything; keys of other roles are made on the control path.
    if (!seeded) grantKey(world, world.keys.secretKey, permissions);
    if (!seeded) seedWorld(world, size);
    return world;
  })();
}
