/** The stored row of a payment session, and its history. */
import { refuse } from '../errors.ts';
import type { World } from '../world.ts';
import { prepared } from './prepared.ts';

export type SessionRow = {
  session_id: string;
  status: string;
  failure_attempts: number;
  max_failure_attempts: number;
  amount_minor: number;
  currency: string;
  order_reference: string;
  manual_capture: number;
  server_webhook: string | null;
  expires_at_ms: number;
  created_at_ms: number;
  updated_at_ms: number;
  /** The create request's fields as they were sent, JSON. */
  params: string;
  /** `{status, atMs}`, JSON. */
  history: string;
};
export type History = { status: string; atMs: number }[];

export function sessionById(world: World, id: string): SessionRow {
  const row = prepared(world.db, 'SELECT * FROM payment_session WHERE session_id = ?').get(id);
  if (row === undefined) throw refuse.missing('payment session', 'جلسة دفع');
  return row as SessionRow;
}

/** Moves the session on and notes it in its history. */
export function setSessionStatus(
  world: World,
  sessionId: string,
  status: string,
  atMs = world.clock.nowMs(),
): void {
  const { history } = sessionById(world, sessionId);
  prepared(
    world.db,
    'UPDATE payment_session SET status = ?, updated_at_ms = ?, history = ? WHERE session_id = ?',
  ).run(status, atMs, JSON.stringify([...(JSON.parse(history) as History), { status, atMs }]), sessionId);
}
