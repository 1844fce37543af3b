/** A sheet of three transfers, the last of which fails at the bank, and what is done with it. */
import { money, toDecimal } from '#shared/money/money.ts';
import { must, type Bench } from './harness.ts';

export const to = (number: string, minor: bigint, method: 'wallet' | 'bank' = 'wallet') => ({
  recipient: `Supplier ${number.slice(-2)}`,
  number,
  method,
  bank: method === 'bank' ? 'National Bank' : '',
  amount: money(minor, 'EGP'),
});
export const IBAN = 'EG380019000500000000263180002';
/** The last of them fails at the bank. */
export const FAILS = '01001230000';
export const some = [to('01001234567', 50_010n), to(IBAN, 10_020n, 'bank'), to(FAILS, 20_030n)];
export const SUM = '800.60';
export const form = { reason: 'wages', note: '', typedAmount: SUM };
export const sends = async (bench: Bench) => (await bench.received('POST', '/v3/transfers/batch')) / 2;
export const inGateway = async (bench: Bench) =>
  must(await bench.session().context.gateway.payouts.listTransfers({ page: 1, limit: 500 })).rows;

export const sheet = (transfers = some) => ({ from: 'sheet' as const, transfers });
export type Of = Parameters<ReturnType<Bench['session']>['operations']['preparePayoutBatch']>[0];
export const prepare = async (bench: Bench, of: Of = sheet()) =>
  must(await bench.session().operations.preparePayoutBatch(of));
export async function pay(bench: Bench, of: Of = sheet()) {
  const { preparationId, amount } = await prepare(bench, of);
  const typed = { ...form, typedAmount: toDecimal(amount) };
  return must(await bench.session().operations.confirmPayoutBatch(preparationId, typed));
}
