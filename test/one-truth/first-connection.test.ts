/**
 * The first connection to a gateway in each of the twelve vocabularies, over HTTP: at most one question, then a day is closed,
 * settled and reconciled, right to the smallest unit.
 */
import { expect, it } from 'vitest';
import { exceptionFilterSchema } from '#shared/contract/reconciliation-items.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import { transactionFilterSchema, type Total } from '#shared/contract/terminals.ts';
import { must, withConnected, type Connected } from './connected.ts';
import { dayOf, TILLS, vocabularies, type Day } from './days.ts';
import { judge, plain, total, type Judged, type Kind, type Line } from './reference.ts';

/** The first day from a seed that is told in this vocabulary and takes money back in it. */
function dayIn(vocabulary: number): Day {
  for (let seed = 1; seed < 1_000; seed += 1) {
    const day = dayOf(seed);
    const back = judge(day.rows, new Map()).some(({ adds }) => adds < 0n);
    if (back && day.vocabulary === vocabularies[vocabulary]) return day;
  }
  throw new Error('no day in this vocabulary');
}

const linesOf = (totals: readonly Total[]): Line[] =>
  totals
    .map(({ count, amount }) => ({ currency: amount.currency, count, minor: amount.minor }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
const net = (all: Judged): Line[] => total(all, 'adds', () => true);
const amounts = (lines: readonly Line[]) =>
  lines.flatMap(({ currency, minor }) => (minor === 0n ? [] : [`${currency} ${minor}`]));

/** Answers what the day knows of each word; a sale of a negative amount is a refund. */
async function answerQuestion({ handlers }: Connected, day: Day, said: Map<string, Kind>): Promise<number> {
  const { words } = await must(handlers['words.list']({}));
  const asked = words.filter(({ kind }) => kind === 'unknown');
  if (asked.length === 0) return 0;
  const answers = asked.map(({ folded, sign }) => {
    const told = day.answers.find(({ word }) => plain(word) === folded)?.kind;
    const kind = told ?? (sign === 'minus' ? 'refund' : 'sale');
    if (kind === 'unknown') throw new Error('nobody says that');
    said.set(`${folded} ${sign}`, kind);
    return { folded, sign, kind };
  });
  await must(handlers['words.say']({ words: answers }));
  return 1;
}

async function headsOf({ handlers }: Connected): Promise<OutputOf<'transactions.summary'>['sums'][]> {
  const filter = transactionFilterSchema.parse({});
  const heads = [];
  for (const terminalId of TILLS)
    heads.push((await must(handlers['transactions.summary']({ terminalId, filter }))).sums);
  return heads;
}

it.each(vocabularies.map(({ sale, refund, returns }, at) => [at, sale.trim(), refund, returns] as const))(
  'vocabulary %i: %s and %s (%i)',
  async (at) => {
    const day = dayIn(at);
    await withConnected(day.rows, async (connected) => {
      await connected.read();
      const said = new Map<string, Kind>();
      const questions = await answerQuestion(connected, day, said);
      expect(questions).toBeLessThanOrEqual(1);
      const all = judge(day.rows, said);
      expect(await answerQuestion(connected, day, said)).toBe(0);
      expect((await headsOf(connected)).map((sums) => linesOf(sums.net))).toEqual(
        TILLS.map((till) => net(all.filter(({ row }) => row.till === till))),
      );
      const { z } = await must(connected.close());
      expect(linesOf(z.content.sums?.net ?? [])).toEqual(net(all));
      expect(linesOf(z.content.sums?.returns ?? [])).toEqual(
        total(all, 'adds', ({ kind }) => kind === 'refund' || kind === 'void' || kind === 'reversal'),
      );
      expect(z.content.verdict).toBe('agree');

      const { comparisons } = await connected.settle(all);
      const sales = comparisons.find(({ comparison }) => comparison === 'sales');
      expect(amounts(linesOf(sales?.all.ours ?? []))).toEqual(amounts(net(all)));
      expect(amounts(linesOf(sales?.all.theirs ?? []))).toEqual(amounts(net(all)));
      const { handlers } = connected;
      const { count } = await must(
        handlers['reconciliation.exceptionTotals']({
          comparison: 'sales',
          filter: exceptionFilterSchema.parse({}),
        }),
      );
      expect(count).toBe(0);
    });
  },
);
