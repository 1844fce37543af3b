/** A believable merchant: three branches, terminals that are busy or quiet, two weeks of settlements. */
import type { World } from '../world.ts';
import { addSale, believableAmount, feesOf, newId, nextBankingDayMs } from '../state/sales.ts';
import { batchIdOf, dayOf, hasWindows, rollWindows, windowOfDay } from '../state/windows.ts';

const DAY_MS = 86_400_000;
const BRANCHES = [
  {
    branchId: 'BR-01',
    name: 'Zamalek',
    counters: ['Front till', 'Second till', 'Bakery', 'Café', 'Deliveries'],
  },
  { branchId: 'BR-02', name: 'Maadi', counters: ['Front till', 'Pharmacy', 'Butcher', 'Express till'] },
  { branchId: 'BR-03', name: 'Alexandria', counters: ['Front till', 'Seaside kiosk', 'Warehouse'] },
] as const;
const MODELS = ['Move/5000', 'A920 Pro', 'V240m'] as const;

type Size = { terminals: number; transactions: number };

function addTerminals(world: World, wanted: number): void {
  const insert = world.db.prepare(
    'INSERT INTO terminal (terminal_id, label, branch_id, model, serial_number, weight, foreign_merchant) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const prefix = world.environment === 'live' ? 3041 : 9041;
  for (let index = 0; index < wanted; index += 1) {
    const round = Math.floor(index / 12) + 1;
    const flat = BRANCHES.flatMap((branch) => branch.counters.map((counter) => ({ branch, counter })));
    const place = flat[index % flat.length];
    if (!place) continue;
    const label = `${place.branch.name} · ${place.counter}${round > 1 ? ` ${round}` : ''}`;
    // The last but one is quiet, the last has nothing outstanding.
    const fromEnd = wanted - 1 - index;
    const weight =
      wanted > 3 && fromEnd === 0 ? 0 : wanted > 3 && fromEnd === 1 ? 1 : world.dice.between(3, 14);
    const serial = `SN${world.dice.between(10_000_000, 99_999_999)}`;
    insert.run(
      String(prefix * 10_000 + 1 + index),
      label,
      place.branch.branchId,
      MODELS[index % 3],
      serial,
      weight,
      0,
    );
  }
  for (const offset of [9_001, 9_002])
    insert.run(String(prefix * 10_000 + offset), 'another merchant', null, null, null, 0, 1);
}

function addOutstanding(world: World, wanted: number): void {
  const terminals = world.db.prepare('SELECT terminal_id, weight FROM terminal WHERE weight > 0').all() as {
    terminal_id: string;
    weight: number;
  }[];
  const pool = terminals.flatMap(({ terminal_id, weight }) =>
    Array.from({ length: weight }, () => terminal_id),
  );
  const nowMs = world.clock.nowMs();
  const ages = Array.from({ length: wanted }, () => world.dice.between(2, 16 * 60) * 60_000).sort(
    (a, b) => b - a,
  );
  for (const age of ages) {
    const terminalId = pool[world.dice.between(0, pool.length - 1)];
    if (terminalId === undefined) return;
    const roll = world.dice.next();
    const paymentType = roll < 0.955 ? 'SALE' : roll < 0.98 ? 'REFUND' : 'VOID';
    addSale(world, { terminalId, atMs: nowMs - age, paymentType });
  }
}

export type SettlementSale = {
  terminalId: string;
  branchId: string | null;
  merchantOrderId: string;
  refNumber: string;
  entryMode: string;
  amountMinor: number;
  currency: string;
  createdAtMs: number;
};

/** A sale that moves toward settlement: into the window and batch of `dayMs` in live, without either in test. */
export function moveTowardSettlement(world: World, sale: SettlementSale, dayMs: number): string {
  const windowId = hasWindows(world) ? windowOfDay(world, dayMs) : null;
  const batchId = windowId === null ? null : batchIdOf(windowId, sale.branchId ?? 'BR-00');
  const { fee, vat, net } = feesOf(sale.amountMinor, world.dice.pick([175, 185, 200, 220]));
  const transactionId = newId(world, 'TX');
  const expectedAtMs = nextBankingDayMs(dayMs);
  const settledAtMs = !hasWindows(world) && expectedAtMs <= world.clock.nowMs() ? expectedAtMs : null;
  world.db
    .prepare(
      `INSERT INTO settlement_row (transaction_id, merchant_order_id, ref_number, terminal_id, branch_id, method, entry_mode, amount_minor,
         fee_minor, vat_minor, net_minor, currency, created_at_ms, settled_at_ms, expected_at_ms, window_id, batch_id)
       VALUES (?, ?, ?, ?, ?, 'card', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      transactionId,
      sale.merchantOrderId,
      sale.refNumber,
      sale.terminalId,
      sale.branchId,
      sale.entryMode,
      sale.amountMinor,
      fee,
      vat,
      net,
      sale.currency,
      sale.createdAtMs,
      settledAtMs,
      expectedAtMs,
      windowId,
      batchId,
    );
  return transactionId;
}

function addHistory(world: World): void {
  const terminals = world.db
    .prepare('SELECT terminal_id, branch_id FROM terminal WHERE foreign_merchant = 0')
    .all() as { terminal_id: string; branch_id: string | null }[];
  const today = dayOf(world.clock.nowMs());
  for (let back = 14; back >= 1; back -= 1) {
    const dayMs = today - back * DAY_MS;
    const weekend = [5, 6].includes(new Date(dayMs).getUTCDay());
    const sales = world.dice.between(70, 100) + (weekend ? 35 : 0);
    for (let sale = 0; sale < sales; sale += 1) {
      const terminal = terminals[world.dice.between(0, terminals.length - 1)];
      if (!terminal) return;
      moveTowardSettlement(
        world,
        {
          terminalId: terminal.terminal_id,
          branchId: terminal.branch_id,
          merchantOrderId: newId(world, 'NM-H'),
          refNumber: `${world.dice.between(500_000, 599_999)}${world.dice.between(100_000, 999_999)}`,
          entryMode: world.dice.pick(['CONTACTLESS', 'CONTACTLESS', 'CHIP']),
          amountMinor: believableAmount(world),
          currency: 'EGP',
          createdAtMs: dayMs + world.dice.between(9 * 60, 22 * 60) * 60_000,
        },
        dayMs,
      );
    }
  }
}

export function seedWorld(world: World, { terminals, transactions }: Size): void {
  const branch = world.db.prepare('INSERT INTO branch (branch_id, name) VALUES (?, ?)');
  for (const { branchId, name } of BRANCHES) branch.run(branchId, name);
  addTerminals(world, terminals);
  addOutstanding(world, transactions);
  addHistory(world);
  rollWindows(world);
}
