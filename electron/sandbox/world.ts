/** One environment of the built-in gateway: its merchant, keys and data. Test and live share nothing. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { toDecimal } from '#shared/money/money.ts';
import type { Clock } from '#shared/time/clock.ts';
import { dice, keyFor, type Dice } from './random.ts';
import { schema } from './state/schema.ts';
import { seedWorld } from './seed/seed-world.ts';

export type World = {
  readonly environment: 'test' | 'live';
  readonly merchantId: string;
  readonly merchantName: string;
  readonly keys: { secretKey: string; apiKey: string; transferKey: string };
  readonly db: Database;
  readonly clock: Clock;
  readonly dice: Dice;
  /** The next instant settlement request will be declined (control path). */
  declineNext: boolean;
};

export type WorldOptions = {
  environment: 'test' | 'live';
  seed: number;
  terminals: number;
  transactions: number;
  dataDir: string | null;
  clock: Clock;
};

export function openWorld({
  environment,
  seed,
  terminals,
  transactions,
  dataDir,
  clock,
}: WorldOptions): World {
  if (dataDir !== null) mkdirSync(dataDir, { recursive: true });
  const db = new Sqlite(dataDir === null ? ':memory:' : join(dataDir, `gateway-${environment}.sqlite`));
  db.pragma('journal_mode = WAL');
  db.exec(schema);
  const world: World = {
    environment,
    merchantId: environment === 'live' ? 'MID-7301-118' : 'MID-7301-118-T',
    merchantName: 'Nile Market',
    keys: {
      secretKey: `sk_${environment}_${keyFor(seed, environment, 'secret')}`,
      apiKey: `ak_${environment}_${keyFor(seed, environment, 'api')}`,
      transferKey: `tk_${environment}_${keyFor(seed, environment, 'transfer')}`,
    },
    db,
    clock,
    dice: dice(seed + (environment === 'live' ? 1 : 2)),
    declineNext: false,
  };
  const seeded = db.prepare('SELECT 1 FROM branch LIMIT 1').get();
  if (!seeded) db.transaction(() => seedWorld(world, { terminals, transactions }))();
  return world;
}

type RawJson = typeof JSON & { rawJSON(text: string): unknown };
/** An amount as a JSON number with all its decimals, never through a float. */
export const amountJson = (minor: number | bigint, currency: string): unknown =>
  (JSON as RawJson).rawJSON(toDecimal({ minor: BigInt(minor), currency }));
