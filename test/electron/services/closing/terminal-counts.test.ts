/** A count of each terminal's own totals. */
import { describe, expect, it } from 'vitest';
import {
  begin,
  closeDay,
  closeIt,
  codeOf,
  DAY,
  exactly,
  must,
  salesOf,
  withShop,
  type Shop,
} from './shop.ts';

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const TILLS = { T1: 'B1', T2: 'B1', T3: 'B1', T4: 'B1', T5: 'B1' };
const returnsOf = (terminalId: string) => ({ ...salesOf(terminalId), side: 'returns' as const });

async function frozen(shop: Shop) {
  const { closing } = shop.session();
  const { closingId } = (await begin(shop)).closing;
  must(await closing.read({ closingId, terminalIds: null }));
  for (const terminalId of shop.tills.keys()) await shop.acknowledge(terminalId);
  for (const terminalId of shop.tills.keys()) await shop.read(terminalId);
  const detail = must(await closing.freeze({ closingId, provisional: false }));
  return { closing, closingId, detail };
}

describe('each terminal is counted by itself', () => {
  it('its sales and what it returned, and the difference is on the terminal that has it, with its causes', () =>
    withShop(async (shop) => {
      for (const terminalId of Object.keys(TILLS)) {
        shop.sell(terminalId, 10_000n);
        shop.sell(terminalId, 7_525n);
      }
      const missing = shop.sell('T3', 5_000n);
      shop.sell('T4', 700n, { type: 'REFUND' });
      const { closing, closingId, detail } = await frozen(shop);
      expect(detail).toMatchObject({ countBy: 'terminal', countSlips: false });
      expect(
        detail.lines.map(({ terminalId, side, count, expected }) => [
          terminalId,
          side,
          count,
          expected?.minor,
        ]),
      ).toEqual([
        ['T1', 'sales', 2, 17_525n],
        ['T2', 'sales', 2, 17_525n],
        ['T3', 'sales', 3, 22_525n],
        ['T4', 'sales', 2, 17_525n],
        ['T4', 'returns', 1, 700n],
        ['T5', 'sales', 2, 17_525n],
      ]);
      const lines = exactly(detail).map((line) =>
        line.terminalId === 'T3'
          ? { ...line, typed: '175.25' }
          : line.side === 'returns'
            ? { ...line, typed: '-7.00' }
            : line,
      );
      const counted = must(await closing.count({ closingId, lines }));
      expect(counted.lines.filter(({ verdict }) => verdict !== 'agrees')).toMatchObject([
        {
          terminalId: 'T3',
          difference: egp(-5_000n),
          verdict: 'to-explain',
          hints: [
            { cause: 'one', rows: [{ rowId: missing, terminalId: 'T3', amount: egp(5_000n) }], more: 0 },
          ],
        },
      ]);
      expect(codeOf(await closing.confirm(closingId, null))).toBe('blocked');
      must(
        await closing.explain({
          closingId,
          ...salesOf('T3'),
          reason: 'slip-missing',
          note: 'found in the till',
        }),
      );
      const { z } = must(await closing.confirm(closingId, null));
      expect(z.content.verdict).toBe('differ');
      expect(z.content.lines).toHaveLength(6);
      expect(z.content.lines[2]).toMatchObject({
        terminalId: 'T3',
        side: 'sales',
        explanation: { reason: 'slip-missing' },
      });
    }, TILLS));

  it('a return under the sales is twice its amount, and a row of the close before is named with its close', () =>
    withShop(async (shop) => {
      const yesterday = shop.sell('T1', 1_234n);
      const { closing: first } = await closeDay(shop);
      shop.clock.forward(DAY);
      shop.sell('T1', 50_000n);
      const back = shop.sell('T1', 800n, { type: 'REFUND' });
      shop.sell('T2', 20_000n);
      const { closing, closingId } = await frozen(shop);
      const lines = [
        { ...salesOf('T1'), typed: '508.00' },
        { ...returnsOf('T1'), typed: '0' },
        { ...salesOf('T2'), typed: '200.00' },
      ];
      const under = must(await closing.count({ closingId, lines }));
      expect(under.lines[0]?.hints).toMatchObject([{ cause: 'return-as-sale', rows: [{ rowId: back }] }]);
      const again = [
        { ...salesOf('T1'), typed: '512.34' },
        { ...returnsOf('T1'), typed: '8.00' },
        { ...salesOf('T2'), typed: '200.00' },
      ];
      const before = must(await closing.count({ closingId, lines: again }));
      expect(before.lines[0]?.hints).toMatchObject([
        { cause: 'before', closingId: first.closingId, rows: [{ rowId: yesterday }] },
      ]);
    }));

  it('a row that came after the slip was printed is named first', () =>
    withShop(async (shop) => {
      shop.sell('T1', 10_000n);
      await shop.read('T1');
      shop.clock.forward(60_000);
      const late = shop.sell('T1', 300n);
      const { closing, closingId } = await frozen(shop);
      const counted = must(
        await closing.count({ closingId, lines: [{ ...salesOf('T1'), typed: '100.00' }] }),
      );
      expect(counted.lines[0]?.hints).toMatchObject([{ cause: 'after-slip', rows: [{ rowId: late }] }]);
    }));

  it('what was counted and is not listed is a line of its own; a terminal of another branch is none', () =>
    withShop(async (shop) => {
      shop.sell('T1', 10_000n);
      const { closing, closingId } = await frozen(shop);
      const own = { ...salesOf('T1'), typed: '100.00' };
      for (const stranger of [
        salesOf('T3'),
        { currency: 'EGP', paymentType: 'SALE' },
        { ...salesOf('T1'), currency: 'NOPE' },
      ])
        expect(codeOf(await closing.count({ closingId, lines: [own, { ...stranger, typed: '1' }] }))).toBe(
          'invalid',
        );
      const counted = must(
        await closing.count({ closingId, lines: [own, { ...returnsOf('T2'), typed: '5' }] }),
      );
      expect(counted.lines[1]).toMatchObject({
        terminalId: 'T2',
        side: 'returns',
        kind: 'refund',
        count: 0,
        difference: egp(500n),
      });
    }));
});

describe('slips', () => {
  const withSlips = (use: (shop: Shop) => Promise<void>) =>
    withShop(async (shop) => {
      must(await shop.session().closing.setSettings({ branchKey: 'B1', settings: { countSlips: true } }));
      shop.sell('T1', 10_000n);
      shop.sell('T1', 5_000n);
      await use(shop);
    });

  it('are counted where the branch wants it, and a count without them is not whole', () =>
    withSlips(async (shop) => {
      const { closing, closingId } = await frozen(shop);
      const line = { ...salesOf('T1'), typed: '150.00' };
      const half = must(await closing.count({ closingId, lines: [line] }));
      expect(half.steps[3]).toMatchObject({ blocked: { reason: 'not-counted' } });
      expect(half.lines[0]).toMatchObject({
        typed: '150.00',
        difference: null,
        slips: { typed: '', counted: null },
      });
      const wrong = await closing.count({ closingId, lines: [{ ...line, slips: 'two' }] });
      expect(wrong).toMatchObject({
        error: { code: 'amount-not-understood', params: { where: 'EGP/sales/T1' } },
      });
      const whole = must(await closing.count({ closingId, lines: [{ ...line, slips: '٢' }] }));
      expect(whole.lines[0]).toMatchObject({ verdict: 'agrees', slips: { typed: '٢', counted: 2 } });
      const { z } = must(await closing.confirm(closingId, null));
      expect(z.content).toMatchObject({ verdict: 'agree', lines: [{ count: 2, slips: 2 }] });
    }));

  it('that are one too many are to explain, though the amount agrees; what was explained is that difference', () =>
    withSlips(async (shop) => {
      const { closing, closingId } = await frozen(shop);
      const count = async (slips: string) =>
        must(await closing.count({ closingId, lines: [{ ...salesOf('T1'), typed: '150.00', slips }] }))
          .lines[0];
      expect(await count('3')).toMatchObject({
        difference: egp(0n),
        verdict: 'to-explain',
        slips: { counted: 3 },
      });
      must(
        await closing.explain({ closingId, ...salesOf('T1'), reason: 'slip-twice', note: 'printed again' }),
      );
      expect(await count('3')).toMatchObject({ verdict: 'explained' });
      expect(await count('4')).toMatchObject({ verdict: 'to-explain', explanation: null });
      await count('3');
      expect(must(await closing.confirm(closingId, null)).z.content).toMatchObject({
        verdict: 'differ',
        lines: [{ slips: 3 }],
      });
    }));
});

it('the way of counting is fixed when the count begins; the next close follows the settings', () =>
  withShop(async (shop) => {
    shop.sell('T1', 10_000n);
    const { closing, closingId } = await frozen(shop);
    must(await closing.setSettings({ branchKey: 'B1', settings: { countBy: 'type' } }));
    const detail = must(await closing.detail({ closingId }));
    expect(detail).toMatchObject({ countBy: 'terminal', lines: [{ terminalId: 'T1', side: 'sales' }] });
    must(await closing.count({ closingId, lines: exactly(detail) }));
    must(await closing.confirm(closingId, null));
    shop.clock.forward(DAY);
    shop.sell('T1', 100n);
    const { z } = await closeIt(shop, (await begin(shop)).closing.closingId);
    expect(z.content.lines).toMatchObject([
      { paymentType: 'SALE', terminalId: null, side: null, slips: null },
    ]);
  }));

it('a blind count shows no causes and no number of transactions before it is stored', () =>
  withShop(async (shop) => {
    shop.sell('T1', 10_000n);
    const { closing, closingId } = await frozen(shop);
    shop.countsBlind = true;
    expect(must(await closing.detail({ closingId })).lines).toMatchObject([
      { expected: null, count: null, hints: [] },
    ]);
  }));
