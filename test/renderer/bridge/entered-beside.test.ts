import { expect, it } from 'vitest';
import type { BridgeView, Deposit, StatementDeposit } from '#shared/contract/bridge.ts';
import { money } from '#shared/money/money.ts';
import { enteredBeside } from '#renderer/features/bridge/entered-beside.ts';

const egp = (minor: bigint) => money(minor, 'EGP');
const entered = (depositId: string, minor: bigint, change: Partial<Deposit> = {}): Deposit => ({
  depositId,
  amount: egp(minor),
  receivedOn: '2026-11-20',
  reference: '',
  note: '',
  by: 'Mona',
  atMs: 0,
  withdrawn: null,
  confirmed: false,
  ...change,
});
const onStatement = [{ lineId: 'L-1' } as StatementDeposit];
const idOf = (view: Pick<BridgeView, 'deposits' | 'statement' | 'unexplained'>) =>
  enteredBeside(view)?.depositId ?? null;

it('a deposit beside the statement that is all of what is not explained is named', () => {
  const deposits = [entered('same', 4_000_00n, { confirmed: true }), entered('more', 150_00n)];
  expect(idOf({ deposits, statement: onStatement, unexplained: egp(150_00n) })).toBe('more');
});

it('none is named that was withdrawn, that the statement has, or that is another amount', () => {
  const withdrawn = { by: 'Mona', atMs: 1, reason: 'twice' };
  const deposits = [
    entered('withdrawn', 150_00n, { withdrawn }),
    entered('confirmed', 150_00n, { confirmed: true }),
    entered('other', 149_99n),
  ];
  expect(idOf({ deposits, statement: onStatement, unexplained: egp(150_00n) })).toBeNull();
});

it('without a statement nothing stands beside it', () => {
  const deposits = [entered('only', 150_00n)];
  expect(idOf({ deposits, statement: [], unexplained: egp(150_00n) })).toBeNull();
  expect(idOf({ deposits, statement: onStatement, unexplained: null })).toBeNull();
});
