/** The words of a close agree with each other: its steps, its last readings and its strip. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import { closingSteps, type ClosingBlock } from '#shared/domain/closing.ts';
import { useTexts } from '../reports/texts.ts';

Object.assign(globalThis, {
  location: { hash: '#/close' },
  window: { closeout: { invoke: () => new Promise(() => {}), subscribe: () => () => undefined } },
});
const { StepList } = await import('#renderer/features/closing/step-list.tsx');
const { TotalsStrip } = await import('#renderer/features/closing/totals-strip.tsx');

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
