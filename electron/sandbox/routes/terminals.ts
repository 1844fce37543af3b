/** POS terminals (§4.10). */
import type { FastifyInstance } from 'fastify';
import { writeGatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { refuse } from '../errors.ts';
import { acted } from '../server.ts';
import { prepared } from '../state/prepared.ts';
import type { NewPosRow } from '../state/sales.ts';
import { moveTowardSettlement } from '../state/settlement-rows.ts';
import { dayOf } from '../state/windows.ts';
import type { World } from '../world.ts';

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
export type PosRow = NewPosRow & { id: number; acknowledged_at_ms: number | null };

type OwnTerminal = Pick<TerminalRow, 'terminal_id' | 'branch_id'>;

/** The merchant's own terminal with this id, or the refusal of any other. */
function ownTerminal(world: World, terminalId: string): OwnTerminal {
  const terminal = prepared(
    world.db,
    'SELECT terminal_id, branch_id, foreign_merchant FROM terminal WHERE terminal_id = ?',
  ).get(terminalId) as Pick<TerminalRow, 'terminal_id' | 'branch_id' | 'foreign_merchant'> | undefined;
  if (!terminal) throw refuse.noTerminal();
  if (terminal.foreign_merchant === 1) throw refuse.foreignTerminal();
  return terminal;
}

const outstandingRows = (world: World, terminalId: string): PosRow[] =>
  world.db
    .prepare('SELECT * FROM pos_row WHERE terminal_id = ? AND acknowledged_at_ms IS NULL ORDER BY id')
    .all(terminalId) as PosRow[];

/** Takes everything outstanding of the terminal; sales that were not undone, and refunds, move toward settlement. */
function acknowledge(world: World, terminal: OwnTerminal): number {
  const rows = outstandingRows(world, terminal.terminal_id);
  const nowMs = world.clock.nowMs();
  const undone = new Set(
    rows
      .filter((row) => row.payment_type === 'REVERSAL' || row.payment_type === 'VOID')
      .map((row) => row.merchant_order_id),
  );
  const mark = world.db.prepare('UPDATE pos_row SET acknowledged_at_ms = ? WHERE id = ?');
  for (const row of rows) {
    mark.run(nowMs, row.id);
    const refund = row.payment_type === 'REFUND';
    if (!refund && (row.payment_type !== 'SALE' || undone.has(row.merchant_order_id))) continue;
    const moving = {
      ...row,
      channel: 'pos' as const,
      method: 'card',
      source_id: String(row.id),
      order_id: row.merchant_order_id,
      branch_id: terminal.branch_id,
      amount_minor: refund ? -row.amount_minor : row.amount_minor,
    };
    moveTowardSettlement(world, moving, dayOf(nowMs));
  }
  return rows.length;
}

const terminalBody = (terminal: TerminalRow) => ({
  terminalId: terminal.terminal_id,
  label: terminal.label,
  branchId: terminal.branch_id,
  branchName: terminal.branch_name,
  model: terminal.model,
  serialNumber: terminal.serial_number,
  status: 'ACTIVE',
  lastSeenAt: terminal.last_seen_at_ms === null ? 'NA' : writeGatewayTimestamp(terminal.last_seen_at_ms),
});

const acknowledgedMessages = (count: number) =>
  count === 0
    ? { en: 'There was nothing to acknowledge.', ar: 'لا توجد عمليات غير مؤكدة.' }
    : {
        en: `The outstanding transactions were acknowledged: ${count}.`,
        ar: `تم تأكيد العمليات غير المؤكدة، وعددها ${count}.`,
      };

export function terminalRoutes(app: FastifyInstance, world: World): void {
  app.get('/v3/payment/pos/terminals', () => {
    const terminals = world.db
      .prepare(
        `SELECT t.*, b.name AS branch_name FROM terminal t LEFT JOIN branch b USING (branch_id)
         WHERE foreign_merchant = 0 ORDER BY terminal_id`,
      )
      .all() as TerminalRow[];
    return { status: 'SUCCESS', body: { response: { terminals: terminals.map(terminalBody) } } };
  });

  app.get<{ Params: { terminalId: string } }>(
    '/v3/payment/pos/:terminalId/transactions',
    (request, reply) => {
      const { terminal_id: terminalId } = ownTerminal(world, request.params.terminalId);
      // The rows were written as they are answered: a till asks for this list all day.
      const rows = prepared(
        world.db,
        `SELECT group_concat(body, ',') AS rows FROM (SELECT body FROM pos_row
         WHERE terminal_id = ? AND acknowledged_at_ms IS NULL ORDER BY id)`,
      ).get(terminalId) as { rows: string | null };
      const response = `{"terminalId":${JSON.stringify(terminalId)},"transactions":[${rows.rows ?? ''}]}`;
      return reply
        .type('application/json; charset=utf-8')
        .send(`{"body":{"response":${response}},"status":"SUCCESS"}`);
    },
  );

  app.post<{ Params: { terminalId: string } }>('/v3/payment/pos/ack/:terminalId', (request) => {
    const terminal = ownTerminal(world, request.params.terminalId);
    const count = world.db.transaction(() => acknowledge(world, terminal))();
    if (count > 0) acted(request);
    return {
      status: 'SUCCESS',
      response: { terminalId: terminal.terminal_id, acknowledged: count },
      messages: acknowledgedMessages(count),
    };
  });
}
