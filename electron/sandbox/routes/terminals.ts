/** POS terminals (§4.10). */
import type { FastifyInstance } from 'fastify';
import { writeGatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { refuse } from '../errors.ts';
import { moveTowardSettlement } from '../seed/seed-world.ts';
import { dayOf, rollWindows } from '../state/windows.ts';
import { amountJson, type World } from '../world.ts';
import { acted } from '../server.ts';

type TerminalRow = {
  terminal_id: string;
  label: string;
  branch_id: string | null;
  branch_name: string | null;
  model: string | null;
  serial_number: string | null;
  foreign_merchant: number;
  last_seen_at_ms: number | null;
};
export type PosRow = {
  id: number;
  terminal_id: string;
  merchant_order_id: string;
  ref_number: string;
  amount_minor: number;
  currency: string;
  payment_type: string;
  entry_mode: string;
  created_at_ms: number;
  acknowledged_at_ms: number | null;
};

const SELECT = 'SELECT t.*, b.name AS branch_name FROM terminal t LEFT JOIN branch b USING (branch_id)';

function ownTerminal(world: World, terminalId: string): TerminalRow {
  const terminal = world.db.prepare(`${SELECT} WHERE terminal_id = ?`).get(terminalId) as
    TerminalRow | undefined;
  if (!terminal) throw refuse.noTerminal();
  if (terminal.foreign_merchant === 1) throw refuse.foreignTerminal();
  return terminal;
}

export const outstandingRows = (world: World, terminalId: string): PosRow[] =>
  world.db
    .prepare('SELECT * FROM pos_row WHERE terminal_id = ? AND acknowledged_at_ms IS NULL ORDER BY id')
    .all(terminalId) as PosRow[];

/** Takes everything outstanding of the terminal; sales that were not undone move toward settlement. */
function acknowledge(world: World, terminal: TerminalRow): number {
  const rows = outstandingRows(world, terminal.terminal_id);
  const nowMs = world.clock.nowMs();
  rollWindows(world);
  const undone = new Set(
    rows.filter((row) => row.payment_type === 'REVERSAL').map((row) => row.merchant_order_id),
  );
  for (const row of rows) {
    world.db.prepare('UPDATE pos_row SET acknowledged_at_ms = ? WHERE id = ?').run(nowMs, row.id);
    if (row.payment_type !== 'SALE' || undone.has(row.merchant_order_id)) continue;
    moveTowardSettlement(
      world,
      {
        terminalId: row.terminal_id,
        branchId: terminal.branch_id,
        merchantOrderId: row.merchant_order_id,
        refNumber: row.ref_number,
        entryMode: row.entry_mode,
        amountMinor: row.amount_minor,
        currency: row.currency,
        createdAtMs: row.created_at_ms,
      },
      dayOf(nowMs),
    );
  }
  return rows.length;
}

export function terminalRoutes(app: FastifyInstance, world: World): void {
  app.get('/v3/payment/pos/terminals', () => {
    const terminals = world.db
      .prepare(`${SELECT} WHERE foreign_merchant = 0 ORDER BY terminal_id`)
      .all() as TerminalRow[];
    return {
      status: 'SUCCESS',
      body: {
        response: {
          terminals: terminals.map((terminal) => ({
            terminalId: terminal.terminal_id,
            label: terminal.label,
            branchId: terminal.branch_id,
            branchName: terminal.branch_name,
            model: terminal.model,
            serialNumber: terminal.serial_number,
            status: 'ACTIVE',
            lastSeenAt:
              terminal.last_seen_at_ms === null ? 'NA' : writeGatewayTimestamp(terminal.last_seen_at_ms),
          })),
        },
      },
    };
  });

  app.get<{ Params: { terminalId: string } }>(
    '/v3/payment/pos/:terminalId/transactions',
    ({ params: { terminalId } }) => {
      ownTerminal(world, terminalId);
      const transactions = outstandingRows(world, terminalId).map((row) => ({
        merchant_order_id: row.merchant_order_id,
        ref_number: row.ref_number,
        amount: amountJson(row.amount_minor, row.currency),
        currency: row.currency,
        payment_type: row.payment_type,
        entry_mode: row.entry_mode,
      }));
      return { body: { response: { terminalId, transactions } }, status: 'SUCCESS' };
    },
  );

  app.post<{ Params: { terminalId: string } }>('/v3/payment/pos/ack/:terminalId', (request) => {
    const terminal = ownTerminal(world, request.params.terminalId);
    const count = world.db.transaction(() => acknowledge(world, terminal))();
    acted(request, count > 0);
    return {
      status: 'SUCCESS',
      response: { terminalId: terminal.terminal_id, acknowledged: count },
      messages: { en: `${count} transactions acknowledged.`, ar: `عدد العمليات المؤكدة: ${count}.` },
    };
  });
}
