/** Recurring transfers against the built-in gateway: made once, stopped, forecast; a recipient's number is on no disk. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { NewSchedule } from '#shared/contract/transfers.ts';
import { money } from '#shared/money/money.ts';
import { codeOf, must, withBench, type Bench } from '../operations/harness.ts';

const SCHEDULERS = '/v2/transfers/schedulers/single';
const DAY_MS = 86_400_000;
const NUMBER = 'EG380019000500000000263180002';
const EGP = (minor: bigint) => money(minor, 'EGP');
const service = (bench: Bench) => bench.session().transfers;

const wanted = (bench: Bench, change: Partial<NewSchedule> = {}): NewSchedule => ({
  method: 'bank',
  recipient: 'Rent Office',
  number: NUMBER,
  bank: 'National Bank',
  amount: EGP(1_200_000n),
  frequency: 'MONTHLY',
  startAtMs: bench.clock.nowMs() + 3 * DAY_MS,
  endAtMs: null,
  ...change,
});
const make = (bench: Bench, change: Partial<NewSchedule> = {}, despiteDouble = false) =>
  service(bench).makeSchedule({ schedule: wanted(bench, change), despiteDouble });
async function made(bench: Bench, change: Partial<NewSchedule> = {}): Promise<string> {
  const answer = must(await make(bench, change));
  if (answer.kind !== 'done') throw new Error(answer.kind);
  return answer.key;
}
const stateOf = async (bench: Bench, key: string) => {
  const { detail } = must(await bench.session().kept.row({ name: 'schedules', key }));
  const cell = detail?.row.cells.scheduleState;
  return cell?.is === 'text' ? cell.text : null;
};
const bytesIn = (folder: string): Buffer[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? bytesIn(path) : [readFileSync(path)];
  });
const attemptsOf = async (bench: Bench) =>
  must(await bench.session().making.attempts({ whats: ['schedule'] })).attempts;

it('a schedule is made, its list shows it, and it is stopped', () =>
  withBench(async (bench) => {
    const key = await made(bench);
    expect(await stateOf(bench, key)).toBe('ACTIVE');
    expect(must(await service(bench).stopSchedule({ key })).ending).toBe('done');
    expect(await stateOf(bench, key)).toBe('INACTIVE');
    expect(codeOf(await service(bench).stopSchedule({ key: 'another' }))).toBe('invalid');
  }));

it('the same one is asked about, and one to another number is not', () =>
  withBench(async (bench) => {
    await made(bench);
    expect(must(await make(bench))).toMatchObject({ kind: 'double', like: { name: 'Rent Office' } });
    expect(must(await make(bench, { number: 'EG380019000500000000263180003' })).kind).toBe('done');
    expect(await bench.received('POST', SCHEDULERS)).toBe(2);
  }));

it.each([
  [
    'a wallet that is no Egyptian mobile',
    { method: 'wallet', number: '0221234567' },
    'number-not-understood',
  ],
  ['an account with a slash', { number: '12/34' }, 'number-not-understood'],
  ['no bank', { bank: ' ' }, 'bank-needed'],
  ['no amount', { amount: EGP(0n) }, 'amount-not-understood'],
  ['a first run that is past', { startAtMs: 1_000 }, 'date-not-ahead'],
  ['an end before it', { endAtMs: 1_000 }, 'range-upside-down'],
  ['a card number as a name', { recipient: '4111 1111 1111 1111' }, 'card-number'],
] as const)('%s is refused before anything is sent', (_, change, code) =>
  withBench(async (bench) => {
    expect(codeOf(await make(bench, change))).toBe(code);
    expect(await bench.received('POST', SCHEDULERS)).toBe(0);
  }),
);

it('a wallet number is sent with plain digits', () =>
  withBench(async (bench) => {
    expect(must(await make(bench, { method: 'wallet', number: '+20 100 123 4567', bank: '' })).kind).toBe(
      'done',
    );
  }));

it.each([
  ['before', { kind: 'drop-before' }, false],
  ['after', { kind: 'drop-after' }, true],
  ['nonsense', { kind: 'nonsense' }, true],
  ['a server error', { kind: 'status', status: 500 }, false],
])(
  'an answer that is lost %s: the list says whether it is there, and it is never made by a press',
  (_, fault, acts) =>
    withBench(async (bench) => {
      await bench.fault('POST', SCHEDULERS, fault);
      expect(must(await make(bench)).kind).toBe('not-known');
      const attemptId = (await attemptsOf(bench))[0]?.attemptId ?? '';
      expect(must(await make(bench)).kind).toBe('double');
      bench.clock.forward(1_000);
      must(await bench.session().making.look({ attemptId }));
      expect(await attemptsOf(bench)).toHaveLength(acts ? 0 : 1);
      if (!acts)
        expect(codeOf(await bench.session().making.makeAgain({ attemptId }))).toBe('number-not-kept');
      expect(await bench.received('POST', SCHEDULERS)).toBe(1);
      // Only the end of the number is on this PC.
      await bench.restart((folder) =>
        expect(bytesIn(folder).filter((bytes) => bytes.includes(NUMBER))).toHaveLength(0),
      );
    }),
);

it('what a run costs is the gateway’s to say', () =>
  withBench(async (bench) => {
    const asked = must(await service(bench).fee({ method: 'bank', amount: EGP(100_000n) }));
    expect(asked.total).toEqual(EGP(100_000n + asked.fee.minor + asked.vat.minor));
    expect(codeOf(await service(bench).fee({ method: 'bank', amount: EGP(0n) }))).toBe(
      'amount-not-understood',
    );
  }));

it('the forecast counts the runs of thirty days against the balance, once that was read', () =>
  withBench(async (bench) => {
    await made(bench, { amount: EGP(9_000_000_000n) });
    const later = bench.clock.nowMs() + 4 * DAY_MS;
    await made(bench, { frequency: 'WEEKLY', amount: EGP(1_000n), recipient: 'Guard', startAtMs: later });
    const before = must(await service(bench).forecast());
    expect(before).toMatchObject({ available: null, short: null, unknown: 0 });
    must(await bench.session().kept.refresh({ name: 'balances', whole: true }));
    const { runs, available, short } = must(await service(bench).forecast());
    expect(runs).toBe(before.runs);
    expect(available).not.toBeNull();
    expect(short?.by.minor).toBe(9_000_000_000n - (available?.minor ?? 0n));
  }));

it('a batch is shown with each of its members, and is partly transferred where one of them failed', () =>
  withBench(async (bench) => {
    const { payouts, send } = bench.session().context.gateway;
    const to = (name: string, number: string) => ({
      merchantTransferId: name,
      recipientName: name,
      recipientNumber: number,
      method: 'wallet' as const,
      amount: EGP(1_000n),
    });
    const transfers = [to('Paid', '01001234567'), to('Failed', '01001230000')];
    const built = must(await payouts.buildTransferBatch({ batchName: 'wages', transfers }));
    const outcome = await send(built, () => {});
    if (outcome.kind !== 'answer') throw new Error(outcome.kind);
    const { body } = JSON.parse(outcome.body) as { body: { batchId: string } };
    bench.clock.forward(60_000);
    const read = must(await service(bench).batch({ batchId: body.batchId }));
    expect(read).toMatchObject({ status: 'PARTIALLY_TRANSFERRED', total: EGP(2_000n), unreadable: 0 });
    expect(read.transfers.map(({ recipient, status }) => [recipient, status])).toEqual([
      ['Paid', 'TRANSFERRED'],
      ['Failed', 'FAILED'],
    ]);
    expect(read.transfers[1]?.failure).not.toBe(null);
    expect(
      JSON.stringify(read.transfers.map(({ recipient, failure }) => [recipient, failure])),
    ).not.toContain('0100123');
    expect(codeOf(await service(bench).batch({ batchId: 'none' }))).toBe('not-found');
  }));
