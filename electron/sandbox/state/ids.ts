/** Numbers that the merchant, the terminal and the gateway give; each series has its counter in the database. */
import { createHash } from 'node:crypto';
import type { World } from '../world.ts';
import { prepared } from './prepared.ts';

export function nextNumber(world: Pick<World, 'db'>, series: string): number {
  const row = prepared(
    world.db,
    'INSERT INTO counter (name, value) VALUES (?, 1) ON CONFLICT(name) DO UPDATE SET value = value + 1 RETURNING value',
  ).get(series) as { value: number };
  return row.value;
}

/** `TX-000123`. */
export const newId = (world: World, prefix: string): string =>
  `${prefix}-${String(nextNumber(world, prefix)).padStart(6, '0')}`;

/** 24 lowercase hex digits, as document ids have; not to be guessed from another. */
export const newHexId = (world: Pick<World, 'db' | 'keys'>, series: string): string =>
  createHash('sha256')
    .update(`${world.keys.secretKey}/${series}/${nextNumber(world, `${series}-id`)}`)
    .digest('hex')
    .slice(0, 24);

/** The till's own order number, `NM-2411-000123`: year and month of the sale, then a running number. */
export const newOrderId = (world: World, atMs: number): string => {
  const month = new Date(atMs).toISOString().slice(2, 7).replace('-', '');
  return `NM-${month}-${String(nextNumber(world, 'order')).padStart(6, '0')}`;
};

/** The retrieval reference number of a card sale (ISO 8583 DE 37), 12 digits: YDDDHH and the trace number. */
export function newReference(world: World, atMs: number): string {
  const at = new Date(atMs);
  const day = Math.floor((atMs - Date.UTC(at.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
  const trace = (104_729 + nextNumber(world, 'trace')) % 1_000_000;
  const two = (value: number, width: number) => String(value).padStart(width, '0');
  return `${at.getUTCFullYear() % 10}${two(day, 3)}${two(at.getUTCHours(), 2)}${two(trace, 6)}`;
}
