/** The words of a close agree with each other: its steps, its last readings and its strip. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import { closingSteps, type ClosingBlock } from '#shared/domain/closing.ts';
import { addedUp, markupOf, termsIn } from '../adds-up.tsx';
import { useTexts } from '../reports/texts.ts';

Object.assign(globalThis, {
  location: { hash: '#/close' },
  window: { closeout: { invoke: () => new Promise(() => {}), subscribe: () => () => undefined } },
});
const { StepList } = await import('#renderer/features/closing/step-list.tsx');
const { NotKnownNet } = await import('#renderer/features/closing/steps/provisional.tsx');
const { usePeople } = await import('#renderer/people-store.ts');
const { DayAndAge, TotalsStrip } = await import('#renderer/features/closing/totals-strip.tsx');

const plain = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

const offline = (provisionalBlocked: { reason: ClosingBlock; count: number } | null) => {
  const notRead = { reason: 'terminals-not-read', count: 1 };
  const steps = closingSteps.map((step) => ({
    step,
    done: step !== 'reads' && step !== 'confirm',
    ready: 2,
    total: 3,
    blocked: step === 'reads' ? notRead : step === 'confirm' ? { reason: 'step-before', count: 0 } : null,
  }));
  const terminals = [{ state: 'left-out' }, { state: 'read' }, { state: 'failed' }];
  return {
    state: 'open',
    frozenAtMs: 1,
    steps,
    terminals,
    lines: [],
    unread: [],
    operations: [],
    sums: null,
    provisionalBlocked,
  } as unknown as ClosingDetail;
};
const shown = (closing: ClosingDetail) => renderToStaticMarkup(<StepList closing={closing} />);
const lastStep = (closing: ClosingDetail) => shown(closing).split('data-step="confirm"')[1] ?? '';

it('the last step of a day counted without a connection is open, and waits for no reading', async () => {
  await useTexts('en');
  expect(lastStep(offline(null))).toContain('data-state="open"');
  expect(plain(lastStep(offline(null)))).not.toContain('After step');
  expect(plain(lastStep(offline({ reason: 'not-counted', count: 2 })))).toContain('2 lines not counted yet');
});

it('a terminal that is left out is not counted as read', async () => {
  await useTexts('en');
  expect(plain(shown(offline(null)))).toContain('1 of 3 · 1 left out');
});

it('the end of a business day stands beside a day that is open, not beside one that is closed', async () => {
  await useTexts('en');
  const day = {
    businessDate: '2026-11-28',
    timeZone: 'Africa/Cairo',
    endsAtMs: Date.parse('2026-11-29T02:00Z'),
  };
  const terminals = [{ state: 'read', lastReadAtMs: day.endsAtMs }];
  const saidOf = (state: string) =>
    plain(
      markupOf(
        <DayAndAge closing={{ ...offline(null), ...day, terminals, state } as unknown as ClosingDetail} />,
      ),
    );
  expect(saidOf('open')).toContain('until 29 Nov, 04:00');
  expect(saidOf('closed')).not.toContain('until');
});

it('no difference is no tick while a result is not known', async () => {
  await useTexts('en');
  const steps = closingSteps.map((step) => ({ step, done: true, ready: 0, total: 0, blocked: null }));
  const closing = { ...offline(null), steps, operations: [{ carried: null }] } as unknown as ClosingDetail;
  const differences = shown(closing).split('data-step="differences"')[1]?.split('</button>')[0] ?? '';
  expect(plain(differences)).toContain('none · 1 not known');
  expect(differences).toContain('data-state="unknown"');
});

it('what stays unacknowledged says how many of it are in no net', async () => {
  await useTexts('en');
  const egp = (count: number) => [{ count, amount: { minor: 100n, currency: 'EGP' } }];
  const sums = { net: egp(200), sales: egp(198), returns: [], undone: [], notSummed: [] };
  const steps = closingSteps.map((step) => ({ step, done: true, ready: 200, total: 200, blocked: null }));
  const terminals = [{ state: 'read', outstandingLeft: true, outstandingCount: 200 }];
  const closing = { ...offline(null), steps, terminals, sums } as unknown as ClosingDetail;
  expect(plain(shown(closing))).toMatch(/200 for later\s+done\s+2 of them authorisations/);
});

it('a count that agrees over a row that was never read says how far it agrees', async () => {
  await useTexts('en');
  const zero = { minor: 0n, currency: 'EGP' };
  const closing = {
    sums: null,
    lines: [{ difference: zero }],
    unread: [{}],
    terminals: [],
    operations: [],
    leftForNext: 0,
  };
  const strip = plain(renderToStaticMarkup(<TotalsStrip closing={closing as unknown as ClosingDetail} />));
  expect(strip).toContain('None in what was read');
});

const waiting = (open: readonly string[]) => {
  const steps = closingSteps.map((step, at) => {
    const done = !open.includes(step);
    const before = closingSteps.slice(0, at).some((one) => open.includes(one));
    const reason = step === 'count' && !before ? 'not-frozen' : 'step-before';
    return { step, done, ready: 0, total: 0, blocked: done ? null : { reason, count: 0 } };
  });
  return {
    ...offline(null),
    frozenAtMs: null,
    operations: [],
    terminals: [],
    steps,
  } as unknown as ClosingDetail;
};

it('each step names the step that it waits for: the close waits for the differences, and they for the count', async () => {
  await useTexts('en');
  // The store has only those parts of people that the list reads.
  Object.assign(usePeople.getInitialState(), { state: { rights: ['close.confirm'] } });
  const list = plain(shown(waiting(['count', 'differences', 'confirm'])));
  expect(list).toMatch(/Differences After step 4/);
  expect(list).toMatch(/Close After step 5/);
  // Its number says that it is next.
  expect(list).not.toContain('has not begun');
});

it('a count that differs shows what it comes to: the net and the difference add up to it', async () => {
  await useTexts('en');
  const money = (minor: bigint) => ({ minor, currency: 'EGP' });
  const line = (side: string, expected: bigint, counted: bigint) => ({
    side,
    paymentType: null,
    counted: money(counted),
    difference: money(counted - expected),
  });
  const total = (minor: bigint, count: number) => ({ count, amount: money(minor) });
  const closing = {
    sums: {
      net: [total(9_000n, 3)],
      sales: [total(10_000n, 2)],
      refunds: [total(-1_000n, 1)],
      voids: [],
      reversals: [],
      returns: [total(-1_000n, 1)],
      undone: [],
      notSummed: [],
    },
    lines: [line('sales', 10_000n, 9_600n), line('returns', 1_000n, 1_200n)],
    unread: [],
    terminals: [],
    operations: [],
    leftForNext: 0,
  };
  const strip = markupOf(<TotalsStrip closing={closing as unknown as ClosingDetail} />);
  const sums = addedUp(termsIn(strip));
  expect(sums.map(({ shown }) => shown)).toEqual([9_000n, 8_400n]);
  for (const { shown, added } of sums) expect(shown).toBe(added);
});

it('without a difference it says of how many results that is not known; the net stands with and without the reversal', async () => {
  await useTexts('en');
  const money = (minor: bigint) => ({ minor, currency: 'EGP' });
  const closing = {
    ...offline(null),
    steps: closingSteps.map((step) => ({
      step,
      blocked: step === 'operations' ? { reason: 'operations-not-known', count: 1 } : null,
    })),
    operations: [
      {
        opId: 'o',
        kind: 'reversal',
        carried: null,
        terminalId: 'T1',
        totals: [{ count: 1, amount: money(1_017n) }],
      },
    ],
    terminals: [{ terminalId: 'T1', label: 'Butcher', state: 'read' }],
    sums: { net: [{ count: 66, amount: money(51_318n) }], sales: [], returns: [], undone: [], notSummed: [] },
    lines: [{ difference: money(0n), counted: money(51_318n) }],
    leftForNext: 0,
  } as unknown as ClosingDetail;
  expect(plain(markupOf(<TotalsStrip closing={closing} />))).toContain('None so far, 1 result is not known');
  const both = markupOf(<NotKnownNet closing={closing} />);
  expect(plain(both)).toContain('Reversal · Butcher');
  expect(addedUp(termsIn(both))).toEqual([{ shown: 50_301n, added: 50_301n }]);
});

it('rows that were not read in full are acknowledged, too: they are among those that the step has done', async () => {
  await useTexts('en');
  const steps = closingSteps.map((step) => ({ step, done: true, ready: 2, total: 2, blocked: null }));
  const closing = { ...offline(null), operations: [], terminals: [], steps, unread: [{}] };
  expect(plain(shown(closing as unknown as ClosingDetail))).toContain('3 of 3 · 1 not read in full');
});
