/** What was never read is shown as not known: no zero, no "none". */
import type { ReactNode } from 'react';
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OutputOf } from '#shared/contract/index.ts';
import { gatewayError } from '#shared/errors/app-error.ts';
import { useTexts } from './reports/texts.ts';

Object.assign(globalThis, {
  location: { hash: '#/today' },
  window: { closeout: { invoke: () => new Promise(() => {}), subscribe: () => () => undefined } },
});
const { Head } = await import('#renderer/features/instant-settlement/head.tsx');
const { Requests } = await import('#renderer/features/instant-settlement/requests.tsx');
const { outstandingUnknown } = await import('#renderer/features/today/selectors.ts');
const { FigureCard } = await import('#renderer/features/figures/figure-card.tsx');
const { TerminalHead } = await import('#renderer/features/transactions/head.tsx');
const { WindowsHeadline } = await import('#renderer/features/settlement/windows-headline.tsx');
const { NotRead } = await import('#renderer/components/not-read.tsx');

beforeAll(() => useTexts('en'));
const textOf = (node: ReactNode) =>
  renderToStaticMarkup(
    <MantineProvider>
      <Router ssrPath="/">{node}</Router>
    </MantineProvider>,
  )
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]*>/g, ' ');

const UNREAD = { readAtMs: null, lastError: null };
const READ = { readAtMs: 1_000, lastError: null };
const refused = { error: gatewayError('not-offered', { operation: 'instant-settlement.list' }), atMs: 2_000 };

describe('windows', () => {
  type Windows = Parameters<typeof WindowsHeadline>[0]['windows'];
  const answerOf = (...states: string[]) =>
    textOf(
      <WindowsHeadline
        windows={
          states.map((state) => ({ bridge: { state, unexplained: null }, net: null })) as unknown as Windows
        }
      />,
    );
  it('are not called explained while the rows of one are not here, or nothing was paid', () => {
    expect(answerOf('explained', 'not-downloaded')).toContain(
      'The transactions of 1 paid window are not on this PC yet.',
    );
    expect(answerOf('open', 'waiting')).toContain('No deposit to compare yet');
    expect(answerOf('explained', 'open')).toContain('Every deposit so far is explained.');
  });
});

describe('instant settlement', () => {
  const overview: OutputOf<'instantSettlement.overview'> = {
    read: UNREAD,
    unavailable: null,
    eligibleCount: 0,
    eligibleTotals: [],
    eligibleNets: [],
    limits: null,
    balances: null,
    branches: [],
  };
  it('counts nothing that was never read, or was refused since', () => {
    expect(textOf(<Head overview={overview} />)).toContain('What can be paid early is not known');
    expect(textOf(<Head overview={{ ...overview, read: READ }} />)).toContain('0 sales can be paid early');
    const since = { ...overview, read: READ, unavailable: gatewayError('key-refused') };
    expect(textOf(<Head overview={since} />)).not.toContain('can be paid early for');
    expect(textOf(<Head overview={since} />)).not.toMatch(/\b0 sales/);
  });

  it('reckons from the sales to all that awaits settlement, and not without the net of each sale', () => {
    const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
    const of: typeof overview = {
      ...overview,
      read: READ,
      eligibleCount: 2,
      eligibleTotals: [egp(19_749_425n)],
      eligibleNets: [egp(19_304_148n)],
      balances: [{ accountId: 'A', available: egp(0n), onHold: egp(18_783_103n) }],
    };
    const said = textOf(<Head overview={of} />);
    for (const term of ['197,494.25', '−4,452.77', '−5,210.45', '187,831.03']) expect(said).toContain(term);
    const unknown = textOf(<Head overview={{ ...of, eligibleNets: null }} />);
    expect(unknown).toContain('187,831.03');
    expect(unknown).not.toContain('Refunds and what cannot be paid early');
    const neverRead = textOf(<Head overview={{ ...of, read: overview.read }} />);
    expect(neverRead).toContain('187,831.03');
    expect(neverRead).not.toContain('Refunds and what cannot be paid early');
  });

  it('has no "no request yet" for a list that was never read', () => {
    expect(textOf(<Requests of={null} />)).toContain('Not read yet');
    expect(textOf(<Requests of={{ requests: [], read: { ...UNREAD, lastError: refused } }} />)).toContain(
      'This gateway does not offer a list of early payouts.',
    );
    expect(textOf(<Requests of={{ requests: [], read: READ }} />)).toContain('No request yet');
  });
});

describe('the head of a terminal', () => {
  type Summary = Parameters<typeof TerminalHead>[0]['summary'];
  const summary = {
    terminal: { outstandingCount: 0, oldestFirstSeenAtMs: null },
    outstanding: { net: [], sales: [], returns: [], undone: [], notSummed: [] },
  } as unknown as Summary;
  it('says what is so where nothing is known, and where there is nothing: no dash, no zero', () => {
    const never = textOf(<TerminalHead summary={summary} unread />).trim();
    expect(never).toBe('Not read yet');
    expect(textOf(<TerminalHead summary={summary} unread={false} />).trim()).toBe('Nothing outstanding');
  });
  it('calls no count a count of the net that has authorisations, too', () => {
    const total = (count: number) => ({ count, amount: { minor: 900n, currency: 'EGP' } });
    const of = (sales: number) =>
      textOf(
        <TerminalHead
          summary={
            {
              terminal: { outstandingCount: 3, unreadableCount: 0, oldestFirstSeenAtMs: null },
              outstanding: { ...summary.outstanding, net: [total(3)], sales: [total(sales)] },
            } as unknown as Summary
          }
          unread={false}
        />,
      );
    expect(of(3)).toContain('net of 3 outstanding transactions');
    expect(of(2)).toMatch(/Outstanding, net\s.*3 transactions/s);
    expect(of(2)).toContain('1 of them an authorisation, not in the net');
    expect(of(2)).not.toContain('net of 3');
  });
});

describe('a tile of Today', () => {
  const today: OutputOf<'today.get'> = {
    nowMs: 5_000,
    outstandingCount: 0,
    outstanding: [],
    notSummed: [],
    oldestFirstSeenAtMs: null,
    oldestTerminalId: null,
    operationsNotKnown: 0,
    terminalCount: 2,
    terminalsNeverRead: 2,
    terminalsNotReadToday: ['1', '2'],
    oldestReadAtMs: null,
    newestReadAtMs: null,
    branches: [],
    overdue: [],
    nextWindowClosesAtMs: null,
    recent: [],
  };
  it('is no zero of what is outstanding while a terminal was never read', () => {
    expect(outstandingUnknown(today)).toBe(true);
    expect(outstandingUnknown({ ...today, terminalsNeverRead: 0 })).toBe(false);
    expect(outstandingUnknown({ ...today, outstandingCount: 3 })).toBe(false);
  });
});

it('a figure of a list that was never read is not "nothing"', () => {
  const card = (unread: boolean) =>
    textOf(
      <FigureCard
        title="Settled"
        text=""
        asTable
        unread={unread}
        nothing="Nothing"
        columns={['Day']}
        rows={[]}
        series={[]}
        unit=""
        tickOf={String}
      />,
    );
  expect(card(true)).toContain('Not read yet');
  expect(card(false)).toContain('Nothing');
});

it('in the place of a list that was never read stands why', () => {
  expect(textOf(<NotRead {...UNREAD} />)).toContain('Nothing is known about this list until it is read');
  expect(textOf(<NotRead lastError={{ ...refused, error: gatewayError('server') }} />)).toContain(
    'The gateway reported an internal error',
  );
});

it('a path that is only assumed is named, with the file that can name another one', () => {
  const missing = (params: Record<string, string>) =>
    textOf(
      <NotRead
        lastError={{
          error: gatewayError('not-offered', { operation: 'customers.list', ...params }),
          atMs: 1,
        }}
      />,
    );
  expect(missing({ path: '/v2/customers' })).toMatch(/\/v2\/customers.*gateway-profile\.json/);
  expect(missing({})).not.toContain('gateway-profile.json');
});
