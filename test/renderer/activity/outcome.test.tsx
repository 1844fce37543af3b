/** What the outcome of an act says: a request that the gateway took on is not done yet. */
import { expect, it } from 'vitest';
import { markupOf } from '../adds-up.tsx';
import '../calls.ts';
import { useTexts } from '../reports/texts.ts';
import type { Activity } from '#shared/contract/activity.ts';

Object.assign(globalThis, { document: { querySelector: () => ({}) } });
const { useActivityColumns } = await import('#renderer/features/activity/columns.tsx');

const act = (movement: string, state: string) =>
  ({
    kind: 'act',
    movement,
    state,
    code: 'asked',
    totals: [],
    target: null,
    terminalId: null,
  }) as unknown as Activity;
type Shown = Parameters<typeof useActivityColumns>[0];

function Outcome({ row, ...shown }: { row: Activity } & Partial<Shown>) {
  const columns = useActivityColumns({
    ...{ withPcs: false, withAmounts: false, ofOneAct: false, withOutcomes: true },
    ...shown,
  });
  const column = columns.find(({ id }) => id === 'outcome');
  if (column === undefined) return <>no column</>;
  return (
    <>
      {column.text(row)} {column.render(row)}
    </>
  );
}
const said = (row: Activity, shown: Partial<Shown> = {}) =>
  markupOf(<Outcome row={row} {...shown} />).replace(/<[^>]*>/g, ' ');

it('an early payout or a transfer that the gateway took on is accepted; what it did at once is done', async () => {
  await useTexts('en');
  for (const movement of ['instant-settlement', 'payout', 'payout-batch']) {
    expect(said(act(movement, 'SUCCEEDED'))).toMatch(/Accepted.*Accepted/s);
    expect(said(act(movement, 'SUCCEEDED'))).not.toContain('Done');
    // Found by a read instead of its answer, it is no more than taken on, either.
    expect(said(act(movement, 'SUCCEEDED_BY_READ'))).toMatch(/Accepted.*Accepted/s);
    expect(said(act(movement, 'REFUSED'))).not.toContain('Accepted');
  }
  expect(said(act('acknowledgement', 'SUCCEEDED'))).toContain('Done');
  expect(said(act('reversal', 'SUCCEEDED_BY_READ'))).not.toContain('Accepted');
});

it('a column that would say the same of every row is not there', async () => {
  await useTexts('en');
  expect(said(act('reversal', 'SUCCEEDED'), { ofOneAct: true, withOutcomes: false })).toBe('no column');
});
