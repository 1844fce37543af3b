/** Counts and sums of closes that stand beside one another agree, and say what they are of. */
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Router } from 'wouter';
import type { ClosingBranch, ClosingHistoryRow } from '#shared/contract/closing-day.ts';
import type { HistoryLine } from '#renderer/features/closing/history-waiting.ts';
import type { ReportSums, RowSums, Total } from '#shared/contract/terminals.ts';
import { useTexts } from '../reports/texts.ts';

Object.assign(globalThis, {
  location: { hash: '#/close' },
  window: { closeout: { invoke: () => new Promise(() => {}), subscribe: () => () => undefined } },
});
const { HistoryHeadline } = await import('#renderer/features/closing/history-headline.tsx');
const { HistoryTrend } = await import('#renderer/features/closing/history-trend.tsx');
const { waitingIn, waitingLines } = await import('#renderer/features/closing/history-waiting.ts');
const { useHistoryFeet } = await import('#renderer/features/closing/history-foot.tsx');
const { historyColumns } = await import('#renderer/features/closing/history-columns.tsx');
const { useLeaves } = await import('#renderer/components/leaves.ts');
const { WithAuthorized } = await import('#renderer/components/sums.tsx');

const plain = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
const total = (count: number, minor: bigint): Total => ({ count, amount: { minor, currency: 'EGP' } });
const closed = (businessDate: string): ClosingHistoryRow =>
  ({
    businessDate,
    state: 'closed',
    netNow: null,
    sums: { net: [total(3, 1_000_000n)] },
    linesDiffering: 0,
    difference: [],
  }) as unknown as ClosingHistoryRow;

it('days without a close are gaps between the bars', async () => {
  await useTexts('en');
  const html = renderToStaticMarkup(<HistoryTrend rows={[closed('2026-11-25'), closed('2026-11-22')]} />);
  expect(html.match(/<li /g)).toHaveLength(4);
  expect(html.match(/bar-part/g)).toHaveLength(2);
  expect(html.match(/No sales seen"/g)).toHaveLength(2);
});

it('a day between the bars that waits for its close is named so', async () => {
  await useTexts('en');
  const rows = [closed('2026-11-25'), closed('2026-11-22')];
  const late = [{ businessDate: '2026-11-23' }];
  const html = renderToStaticMarkup(<HistoryTrend rows={rows} late={late} />);
  expect(html.match(/Not closed</g)).toHaveLength(1);
  expect(html.match(/No sales seen"/g)).toHaveLength(1);
});

it('a day of which one branch is closed and another is not is named partly closed', async () => {
  await useTexts('en');
  const rows = [closed('2026-11-25'), closed('2026-11-22')];
  const late = [{ businessDate: '2026-11-22' }];
  const html = renderToStaticMarkup(<HistoryTrend rows={rows} late={late} />);
  expect(html.match(/ · partly</g)).toHaveLength(1);
  expect(html.match(/, not all branches are closed"/g)).toHaveLength(1);
  expect(html).not.toContain('Not closed<');
});

const waitingLine = (businessDate: string, minor: bigint | null): HistoryLine =>
  ({
    ...closed(businessDate),
    branchKey: 'B1',
    state: 'open',
    sums: minor === null ? null : { net: [total(2, minor)] },
    waiting: 2,
  }) as unknown as HistoryLine;

it('a day that waits is a hollow bar where its X is known, above what its other branches closed', async () => {
  await useTexts('en');
  const rows = [closed('2026-11-25'), closed('2026-11-22')];
  const late = [{ businessDate: '2026-11-23' }, { businessDate: '2026-11-22' }];
  const lines = [waitingLine('2026-11-23', 3_000_000n), waitingLine('2026-11-22', 500_000n)];
  const html = renderToStaticMarkup(<HistoryTrend rows={rows} lines={lines} late={late} />);
  expect(html.match(/bar-open/g)).toHaveLength(2);
  expect(html).toContain('30.0<');
  expect(html).toContain('10.0 + 5.0<');
  expect(plain(html)).toContain('EGP 10,000.00, not closed: EGP 5,000.00');
  expect(html).not.toContain('partly');
});

it('the head says what the late days come to, unless one of them is not known', async () => {
  await useTexts('en');
  const late = [9, 6].map((daysLate) => ({
    branchKey: 'B1',
    businessDate: `2026-11-1${daysLate}`,
    daysLate,
  }));
  const said = (lines: HistoryLine[]) =>
    plain(
      renderToStaticMarkup(
        <MantineProvider>
          <HistoryHeadline rows={[closed('2026-11-25')]} lines={lines} whole late={late} listed />
        </MantineProvider>,
      ),
    );
  expect(said([waitingLine('2026-11-19', 4_678_610n), waitingLine('2026-11-16', 8_520_685n)])).toMatch(
    /Net to close: EGP\s*131,992.95/,
  );
  expect(said([waitingLine('2026-11-19', 4_678_610n), waitingLine('2026-11-16', null)])).not.toContain(
    'Net to close:',
  );
});

it('a day without a close is not called open where the list is of one PC', async () => {
  await useTexts('en');
  const rows = [closed('2026-11-25'), closed('2026-11-22')];
  const html = renderToStaticMarkup(<HistoryTrend rows={rows} ofOnePc />);
  expect(html).not.toContain('not closed');
  expect(html.match(/no close of the chosen PC"/g)).toHaveLength(2);
});

it('days that are not closed are counted, with how late the oldest is; the list has them and the way to close each', async () => {
  await useTexts('en');
  const late = [10, 7, 6].map((daysLate) => ({ branchKey: 'B1', businessDate: '2026-11-18', daysLate }));
  const said = (days: number, listed: boolean) =>
    plain(
      renderToStaticMarkup(
        <MantineProvider>
          <Router ssrPath="/close/history">
            <HistoryHeadline rows={[closed('2026-11-17')]} whole late={late.slice(0, days)} listed={listed} />
          </Router>
        </MantineProvider>,
      ),
    );
  expect(said(1, true)).toContain('1 day is not closed yet. It is 10 days late.');
  expect(said(3, true)).toContain('3 days are not closed yet. The oldest is 10 days late.');
  expect(said(3, true)).not.toContain('Close these days');
  expect(said(3, false)).toContain('Close these days');
});

it('a day that waits for its close is a row before the closed ones, with what its X says if that is of it alone', () => {
  const open = (businessDate: string, daysLate: number, count: number, closingId: string | null = null) => ({
    businessDate,
    daysLate,
    why: 'rows' as const,
    closingId,
    count,
  });
  const branches = [
    { branchKey: 'B1', branchName: 'Maadi', openDays: [open('2026-11-22', 3, 5), open('2026-11-25', 0, 0)] },
    {
      branchKey: 'B2',
      branchName: 'Zamalek',
      openDays: [open('2026-11-20', 5, 2), open('2026-11-21', 4, 1)],
    },
    { branchKey: 'B3', branchName: 'Alexandria', openDays: [open('2026-11-19', 6, 2, 'C9')] },
  ] as unknown as ClosingBranch[];
  const sums = { net: [total(5, 900n)], sales: [total(5, 900n)] } as unknown as ReportSums;
  const sum = { net: sums.net, sums, count: 5 };
  const lines = waitingLines(
    waitingIn(branches, null),
    new Map([
      ['B1', sum],
      ['B2', sum],
    ]),
  );
  expect(lines.map(({ businessDate, waiting, sums }) => [businessDate, waiting, sums?.net])).toEqual([
    ['2026-11-20', 2, undefined],
    ['2026-11-21', 1, undefined],
    ['2026-11-22', 5, sums.net],
    ['2026-11-25', 0, undefined],
  ]);
  expect(waitingIn(branches, 'B3')).toEqual([]);
});

it('a count with the authorisations says that it has them; a count of the net, or of a part, does not', async () => {
  await useTexts('en');
  const sums: RowSums = {
    net: [total(5, 900n)],
    sales: [total(3, 1_000n)],
    returns: [total(1, -100n)],
    undone: [],
    notSummed: [],
  };
  const said = (count: number) => plain(renderToStaticMarkup(<WithAuthorized sums={sums} count={count} />));
  expect(said(5)).toContain('1 of them an authorisation');
  expect(said(4)).toBe('');
  expect(said(2)).toBe('');
});

it('what a close leaves says in one sentence how many of it are authorisations', async () => {
  await useTexts('en');
  const sums = { net: [total(5, 900n)], sales: [total(3, 900n)], returns: [], undone: [], notSummed: [] };
  const Leaves = ({ count }: { count: number }) => useLeaves()(count, sums);
  const said = (count: number) => renderToStaticMarkup(<Leaves count={count} />);
  expect(said(5)).toBe(
    '5\u00a0transactions, 2 of them authorisations, stay unacknowledged, so not confirmed for settlement.',
  );
  expect(said(3)).toMatch(/^3\stransactions stay unacknowledged/);
});

it('the foot of the history has the difference of its days, and the act of a waiting day stands at the end of its row', async () => {
  await useTexts('en');
  const amount = { minor: -4_550n, currency: 'EGP' };
  const sums = { sales: [], refunds: [], voids: [], reversals: [], net: [total(3, 1_000_000n)] };
  const day = (difference: (typeof amount)[]) => ({ ...closed('2026-11-25'), sums, difference }) as never;
  const Foot = ({ rows, of }: { rows: never[]; of: string }) => (
    <>{useHistoryFeet()(rows, 1)?.feet.get(of)}</>
  );
  const foot = (rows: never[], of: string) => plain(renderToStaticMarkup(<Foot rows={rows} of={of} />));
  expect(foot([day([amount]), day([])], 'difference')).toMatch(/EGP −45\.50/);
  expect(foot([day([amount]), day([])], 'net')).toMatch(/EGP 20,000\.00/);
  expect(foot([day([amount]), day([])], 'date')).toContain('2 closed');
  expect(foot([day([]), day([])], 'difference')).toBe('');
  expect(foot([day([])], 'net')).toBe('');
  const waits = { ...closed('2026-11-19'), state: 'open', waiting: 2, difference: null, pc: null } as never;
  const locale = { language: 'en', digits: 'latin' } as never;
  const columns = historyColumns(
    ((key: string) => key) as never,
    locale,
    () => 'Maadi',
    [waits],
    () => {},
  );
  const cell = (id: string) =>
    renderToStaticMarkup(
      <MantineProvider>{columns.find((one) => one.id === id)?.render(waits)}</MantineProvider>,
    );
  expect(columns.at(-1)?.id).toBe('by');
  expect(cell('by')).toContain('>Close<');
  expect(cell('difference')).not.toContain('Close');
});
