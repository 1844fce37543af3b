/** What a bridge says of a deposit that is not there, and what it offers then. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { BridgeView } from '#shared/contract/bridge.ts';
import { markupOf } from '../adds-up.tsx';
import { useTexts } from '../reports/texts.ts';

Object.assign(globalThis, {
  document: { querySelector: () => ({}) },
  localStorage: { getItem: () => null },
  location: { hash: '#/settlement' },
  window: { closeout: { invoke: () => new Promise(() => {}), subscribe: () => () => undefined } },
});
const { Verdict } = await import('#renderer/features/bridge/verdict.tsx');
const { Deposits } = await import('#renderer/features/bridge/deposits.tsx');

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const view: BridgeView = {
  of: 'window',
  windowIds: ['W'],
  unnamedPayouts: [],
  subject: 'W',
  isOpen: false,
  lines: [{ line: 'closed', amount: egp(2_898_400n), count: 2 }],
  expected: egp(2_898_400n),
  gatewayNet: null,
  gatewayDiffers: null,
  deposits: [],
  statement: [],
  paidIn: null,
  deposited: null,
  unexplained: null,
  noDeposit: { state: 'no-deposit', noStatement: null },
  otherCurrencies: [],
  settledRead: { readAtMs: null, lastError: null },
};
const shown = (of: Partial<BridgeView>) => {
  const whole = { ...view, ...of };
  return markupOf(
    <>
      <Verdict view={whole} />
      <Deposits view={whole} />
    </>,
  );
};

describe('a bridge without a deposit', () => {
  beforeEach(() => useTexts('en'));

  it('of a window that was paid with others says so, and takes no deposit of its own', () => {
    const said = shown({ paidIn: 'together:W', noDeposit: null });
    expect(said).toContain('The bank paid this window together with others');
    expect(said).not.toContain('expected at the bank');
    expect(said).not.toContain('Enter a deposit');
    expect(said).not.toContain('Import a statement');
    expect(said).toMatch(/<a [^>]*href="[^"]*together/);
  });

  it('expects money only where there is some to come', () => {
    expect(shown({})).toContain('is expected at the bank');
    for (const minor of [0n, -20_000n]) {
      const said = shown({ expected: egp(minor) });
      expect(said).toContain('No money is expected at the bank.');
      // Nothing more is said of a deposit that nobody waits for.
      expect(said).not.toMatch(/is expected at the bank\. \w/);
    }
  });

  it('of an early payout on its way says once how much is coming', () => {
    const said = shown({ of: 'early', isOpen: true, noDeposit: null }).replace(/<[^>]*>/g, ' ');
    expect(said).toMatch(/28,984\.00\s+is on its way: this early payout is not transferred yet\./);
    expect(said.split('28,984.00')).toHaveLength(2);
    expect(said).toContain('No deposit yet.');
    // A window that is open has no deposit to look for.
    expect(shown({ isOpen: true, noDeposit: null })).toContain(
      'Still open: nothing has to have arrived yet.',
    );
  });

  it('asks for a statement only where one lacks', () => {
    const days = { from: '2026-11-20', to: '2026-11-21' };
    const lacks = { state: 'no-statement' as const, noStatement: days };
    expect(shown({ noDeposit: lacks })).toContain('Import a statement');
    expect(shown({})).not.toContain('Import a statement');
    expect(shown({ isOpen: true, noDeposit: null })).not.toContain('Import a statement');
  });
});
