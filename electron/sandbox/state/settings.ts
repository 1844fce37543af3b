/** What the gateway's staff or the merchant's administrator sets: feature flags, the hold of an authorization, the IP allow-list. */
import { z } from 'zod';
import type { World } from '../world.ts';
import { prepared } from './prepared.ts';

const settings = {
  /** Virtual currencies on payment links (§4.4). */
  currency_conversion: z.boolean().default(true),
  /** Account feature flag (§5). */
  instant_settlement_request: z.boolean().default(true),
  /** Limits of early payouts, in piastres: of one request, of a day, and the least there is; 0 is none. */
  instant_per_request: z.number().int().positive().default(10_000_000),
  instant_daily: z.number().int().positive().default(25_000_000),
  instant_minimum: z.number().int().min(0).default(0),
  /** Whether a request names its sales; interface and assumptions leave it open. */
  instant_names_sales: z.boolean().default(true),
  /** Days an authorization is held: 7 or 30 (§8). */
  hold_days: z.union([z.literal(7), z.literal(30)]).default(7),
  /** Empty allows every address (§5 rule 5). */
  ip_allow_list: z.array(z.string()).default([]),
};
export const settingsSchema = z.strictObject(settings).partial();
type Settings = { [Name in keyof typeof settings]: z.output<(typeof settings)[Name]> };

export function readSetting<Name extends keyof Settings>(world: World, name: Name): Settings[Name] {
  const row = prepared(world.db, 'SELECT value FROM setting WHERE name = ?').get(name) as
    | { value: string }
    | undefined;
  return settings[name].parse(row && JSON.parse(row.value)) as Settings[Name];
}

export function writeSetting<Name extends keyof Settings>(
  world: World,
  name: Name,
  value: Settings[Name],
): void {
  prepared(world.db, 'INSERT OR REPLACE INTO setting VALUES (?, ?)').run(name, JSON.stringify(value));
}

export const settingNames = Object.keys(settings) as (keyof Settings)[];
