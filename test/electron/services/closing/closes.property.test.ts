import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { lineKey } from '#shared/domain/closing.ts';
import { zContentSchema } from '#shared/contract/closing-z.ts';
import {
  closeDay,
  closeIt,
  codeOf,
  DAY,
  exactly,
  HOUR,
  must,
  reopenIt,
  wipeCache,
  withShop,
  type Shop,
} from './shop.ts';

const TILLS = ['T1', 'T2', 'T3'];
const BRANCHES = ['B1', 'B2'];
const till = fc.constantFrom(...TILLS);
const branch = fc.constantFrom(...BRANCHES);
const command = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('sell' as const),
      till,
      minor: fc.bigInt(1n, 10n ** 15n),
      currency: fc.constantFrom('EGP', 'USD', 'EUR'),
      type: fc.constantFrom('SALE', 'REVERSAL', 'REFUND'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('read' as const), till }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('acknowledge' as const), till }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('move' as const), till, branch }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const), wipe: fc.boolean() }) },
  // One step of a close at a time, so that everything else comes in between.
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('step' as const),
      branch,
      late: fc.constantFrom('include' as const, 'leave' as const),
      offline: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), branch }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const), branch }) },
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

const branches = async (shop: Shop) => must(await shop.session().closing.branches()).branches;

/** The next step of the branch's close: begins one, reads, freezes, counts, or issues its Z. */
async function step(
  shop: Shop,
  { branch: branchKey, late, offline }: Command & { do: 'step' },
): Promise<void> {
  const { closing } = shop.session();
  const found = (await branches(shop)).find((one) => one.branchKey === branchKey);
  if (!found) return;
  const waiting = found.openDays.find(({ why }) => why === 'provisional')?.closingId ?? null;
  const closingId = found.begun?.closingId ?? (offline ? null : waiting);
  if (closingId === null) {
    await closing.begin({ branchKey, businessDate: found.suggestedDate });
    return;
  }
  const detail = must(await closing.detail({ closingId }));
  if (detail.frozenAtMs === null) {
    if (!offline) {
      must(await closing.read({ closingId, terminalIds: null }));
      for (const { terminalId } of detail.terminals) await shop.acknowledge(terminalId);
      for (const { terminalId } of detail.terminals) await shop.read(terminalId);
    }
    await closing.freeze({ closingId, provisional: offline });
    return;
  }
  must(await closing.lateArrivals({ closingId, decision: late }));
  const counted = must(await closing.detail({ closingId }));
  must(await closing.count({ closingId, lines: exactly(counted) }));
  if (offline && detail.state === 'open') {
    must(await closing.provisional(closingId, 'no connection', null));
    return;
  }
  must(await closing.read({ closingId, terminalIds: null }));
  for (const { terminalId } of detail.terminals) await shop.acknowledge(terminalId);
  for (const { terminalId } of detail.terminals) await shop.read(terminalId);
  // Refused where reading and acknowledging brought new rows: the next step decides on them.
  await closing.confirm(closingId, null);
}

async function run(shop: Shop, one: Command): Promise<void> {
  switch (one.do) {
    case 'sell':
      shop.sell(one.till, one.minor, { currency: one.currency, type: one.type });
      return;
    case 'read':
      return shop.read(one.till);
    case 'acknowledge':
      return shop.acknowledge(one.till);
    case 'wait':
      shop.clock.forward(one.hours * HOUR);
      return;
    case 'move':
      return shop.move(one.till, one.branch);
    case 'restart':
      await shop.restart(one.wipe ? wipeCache : undefined);
      return void must(await shop.session().terminals.refreshList());
    case 'step':
      return step(shop, one);
    case 'cancel': {
      const begun = (await branches(shop)).find(({ branchKey }) => branchKey === one.branch)?.begun;
      if (begun) await shop.session().closing.cancel({ closingId: begun.closingId, reason: 'r' });
      return;
    }
    case 'reopen': {
      const page = { branchKey: one.branch, cursor: null, limit: 1 };
      const [last] = must(await shop.session().closing.history(page)).rows;
      if (last) await reopenIt(shop, last.closingId);
      return;
    }
  }
}

type Z = {
  branch_key: string;
  number: number;
  revision: number;
  closing_id: string;
  content: string;
  rows: string;
};

/** What must hold at every moment, read from the file itself. */
function check(shop: Shop): void {
  shop.look((file) => {
    const doubled = file
      .prepare('SELECT row_id FROM closing_row WHERE standing = 1 GROUP BY row_id HAVING COUNT(*) > 1')
      .all();
    expect(doubled).toEqual([]);
    const adrift = file
      .prepare(
        `SELECT row_id, state, standing FROM closing_row JOIN closing USING (closing_id)
         WHERE standing <> (state IN ('open', 'provisional', 'closed'))`,
      )
      .all();
    expect(adrift).toEqual([]);
    const zs = file.prepare('SELECT * FROM z_document ORDER BY branch_key, number, revision').all() as Z[];
    for (const branchKey of BRANCHES) {
      const numbers = zs
        .filter((one) => one.branch_key === branchKey && one.revision === 1)
        .map((one) => one.number);
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    }
    const amounts = file.prepare(
      `SELECT row_id, terminal_id, kind, amount_minor, adds_minor, currency, payment_type FROM closing_row WHERE closing_id = ?`,
    );
    for (const one of zs) {
      const content = z.decode(zContentSchema, JSON.parse(one.content) as never);
      const held = new Set((JSON.parse(one.rows) as [string, number][]).map(([rowId]) => rowId));
      const sums = new Map<string, bigint>();
      const ofTerminals = new Map<string, bigint>();
      for (const row of amounts.safeIntegers().all(one.closing_id) as {
        row_id: string;
        terminal_id: string;
        kind: string;
        amount_minor: bigint;
        adds_minor: bigint;
        currency: string;
        payment_type: string;
      }[]) {
        const key = `${row.currency}/${row.payment_type}`;
        if (!held.has(row.row_id)) continue;
        sums.set(key, (sums.get(key) ?? 0n) + row.amount_minor);
        const side = row.kind === 'sale' ? 'sales' : 'returns';
        const size = side === 'sales' ? row.adds_minor : -row.adds_minor;
        const line = lineKey({
          currency: row.currency,
          paymentType: null,
          terminalId: row.terminal_id,
          side,
        });
        ofTerminals.set(line, (ofTerminals.get(line) ?? 0n) + size);
      }
      const told = new Map(content.lines.map((line) => [lineKey(line), line.expected.minor]));
      expect(told).toEqual(ofTerminals);
      const byMode = new Map<string, bigint>();
      for (const { currency, paymentType, amount } of content.totals) {
        const key = `${currency}/${paymentType}`;
        byMode.set(key, (byMode.get(key) ?? 0n) + amount.minor);
      }
      expect(byMode).toEqual(sums);
      const seal = file.prepare('SELECT params FROM audit_entry WHERE action = ? AND target = ?');
      const seals = seal.all('day.closed', one.closing_id) as { params: string }[];
      expect(seals.some(({ params }) => params.includes(`"revision":${one.revision}`))).toBe(true);
    }
  });
}

/** Closes everything there is: a close of today, or of tomorrow where today is closed. */
async function closeAll(shop: Shop): Promise<void> {
  for (const terminalId of TILLS) await shop.read(terminalId);
  shop.clock.forward(2 * DAY);
  for (const { branchKey, openDays, begun } of await branches(shop)) {
    for (const day of openDays)
      if (day.why === 'provisional' && day.closingId) await closeIt(shop, day.closingId, 'leave');
    if (begun) {
      await shop.session().closing.freeze({ closingId: begun.closingId, provisional: true });
      await closeIt(shop, begun.closingId, 'leave');
    }
    for (const { why, businessDate } of openDays)
      if (why === 'reopened') await closeDay(shop, branchKey, businessDate);
    const today = await shop.session().closing.begin({ branchKey, businessDate: null });
    if (today.ok) await closeIt(shop, today.value.closing.closingId);
    else expect(codeOf(today)).toBe('day-closed');
  }
}

it('whatever the days bring, every row is in exactly one standing close, and Zs add up and have no gaps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 30, maxLength: 60 }), (commands) =>
      withShop(async (shop) => {
        const sold = new Set<string>();
        for (const one of commands) {
          await run(shop, one);
          for (const { rows } of shop.tills.values()) for (const { rowId } of rows) sold.add(rowId);
          if (one.do === 'step' || one.do === 'restart') check(shop);
        }
        await closeAll(shop);
        check(shop);
        const standing = shop.look((file) =>
          file.prepare('SELECT row_id FROM closing_row WHERE standing = 1 ORDER BY row_id').pluck().all(),
        );
        expect(standing).toEqual([...sold].sort());
      }),
    ),
    { numRuns: 15, endOnFailure: true },
  );
}, 600_000);
