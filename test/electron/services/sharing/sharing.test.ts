/** Sending invoices and payment pages to customers, against the built-in gateway, which takes ten a minute. */
import { expect, it, vi } from 'vitest';
import { aPerson } from '../a-person.ts';
import { codeOf, must, withBench, type Bench } from '../operations/harness.ts';

const SHARE = '/v2/paymentRequest/share';
const service = (bench: Bench) => bench.session().sharing;
const mails = (count: number) => Array.from({ length: count }, (_, place) => `c${place}@example.com`);

async function anInvoice(bench: Bench): Promise<string> {
  const one = { type: 'simple' as const, customer: 'Hany Adel', description: '', manualCapture: false };
  const invoice = { ...one, amount: { minor: 40_000n, currency: 'EGP' }, email: '', phone: '' };
  const made = must(await bench.session().bills.makeInvoice({ invoice, despiteDouble: false }));
  if (made.kind !== 'done') throw new Error(made.kind);
  return made.key;
}
const share = async (bench: Bench, key: string, to: string[]) =>
  must(await service(bench).share({ what: 'invoice', key, to }));
const logOf = async (bench: Bench, key: string) =>
  must(await service(bench).log({ what: 'invoice', key })).shares;
const workOf = async (bench: Bench) => must(await service(bench).work()).work;
const statesOf = async (bench: Bench, key: string) => (await logOf(bench, key)).map(({ state }) => state);

/** Lets the clock go on by a second after each that was sent, until the work has ended or waits for the gateway. */
async function until(bench: Bench, wanted: 'ended' | 'waits'): Promise<void> {
  let forwardedAt = -1;
  await vi.waitFor(
    async () => {
      const work = await workOf(bench);
      if (work?.ended === null && work.waitsUntilMs === null && work.done !== forwardedAt) {
        forwardedAt = work.done;
        bench.clock.forward(1_000);
      }
      expect(wanted === 'ended' ? work?.ended : work?.waitsUntilMs).not.toBeNull();
    },
    { timeout: 60_000, interval: 20 },
  );
}

it('an invoice goes to each recipient by itself, and the log says to whom', () =>
  withBench(async (bench) => {
    const key = await anInvoice(bench);
    await share(bench, key, ['hany@example.com', '٠١٠٠ ١٢٣ ٤٥٦٧']);
    await until(bench, 'ended');
    expect(await workOf(bench)).toMatchObject({ done: 2, total: 2, ended: 'whole' });
    expect(await logOf(bench, key)).toMatchObject([
      { recipient: '٠١٠٠ ١٢٣ ٤٥٦٧', state: 'sent', by: 'mona' },
      { recipient: 'hany@example.com', state: 'sent' },
    ]);
    expect(await bench.received('POST', SHARE)).toBe(2);
  }));

it('over the limit it waits as long as the gateway says, goes on, and sends nothing twice', () =>
  withBench(async (bench) => {
    const key = await anInvoice(bench);
    await share(bench, key, mails(12));
    await until(bench, 'waits');
    expect(await workOf(bench)).toMatchObject({ done: 10, total: 12, error: { code: 'too-soon' } });
    bench.clock.forward(61_000);
    await until(bench, 'ended');
    expect(await statesOf(bench, key)).toEqual(Array(12).fill('sent'));
  }));

it('a limit without a time is waited out for a minute, then for two', () =>
  withBench(async (bench) => {
    const key = await anInvoice(bench);
    await bench.fault('POST', SHARE, { kind: 'status', status: 429 }, 2);
    await share(bench, key, mails(1));
    await until(bench, 'waits');
    const waitOf = async () => ((await workOf(bench))?.waitsUntilMs ?? 0) - bench.clock.nowMs();
    expect(await waitOf()).toBeLessThanOrEqual(60_000);
    expect(await statesOf(bench, key)).toEqual(['waiting']);
    bench.clock.forward(60_000);
    await vi.waitFor(async () => expect(await waitOf()).toBeGreaterThan(60_000), { timeout: 30_000 });
    bench.clock.forward(120_000);
    await until(bench, 'ended');
    expect(await statesOf(bench, key)).toEqual(['sent']);
    expect(await bench.received('POST', SHARE)).toBe(3);
  }));

it('one that is refused or whose answer is lost is named, is not sent again, and the others go on', () =>
  withBench(async (bench) => {
    const key = await anInvoice(bench);
    await bench.fault('POST', SHARE, { kind: 'drop-after' });
    await share(bench, key, mails(1));
    await until(bench, 'ended');
    await bench.fault('POST', SHARE, { kind: 'status', status: 400 });
    await share(bench, key, mails(2));
    await until(bench, 'ended');
    expect(await statesOf(bench, key)).toEqual(['sent', 'refused', 'not-known']);
    expect(await bench.received('POST', SHARE)).toBe(3);
  }));

it('a missing permission ends it, and the rest is not sent', () =>
  withBench(async (bench) => {
    const key = await anInvoice(bench);
    await bench.fault('POST', SHARE, { kind: 'status', status: 403 });
    await share(bench, key, mails(3));
    await until(bench, 'ended');
    expect(await workOf(bench)).toMatchObject({ done: 0, ended: 'failed', error: { kind: 'gateway' } });
    expect(await statesOf(bench, key)).toEqual(['unsent', 'unsent', 'refused']);
    expect(await bench.received('POST', SHARE)).toBe(1);
  }));

it('a person stops it, and a restart does: what waited is not sent', () =>
  withBench(async (bench) => {
    const key = await anInvoice(bench);
    await share(bench, key, mails(12));
    await until(bench, 'waits');
    must(await service(bench).stopWaiting());
    expect((await workOf(bench))?.ended).toBe('stopped');
    await bench.restart();
    expect(await workOf(bench)).toBeNull();
    expect((await statesOf(bench, key)).slice(0, 3)).toEqual(['unsent', 'unsent', 'sent']);
  }));

it('what is added while another queue is being stopped is sent, by a queue of its own', () =>
  withBench(async (bench) => {
    const key = await anInvoice(bench);
    await share(bench, key, mails(12));
    await until(bench, 'waits');
    const stopped = service(bench).stopWaiting();
    await share(bench, key, ['late@example.com']);
    must(await stopped);
    bench.clock.forward(61_000);
    await until(bench, 'ended');
    expect((await statesOf(bench, key)).slice(0, 4)).toEqual(['sent', 'unsent', 'unsent', 'sent']);
  }));

it('what is neither an email nor a phone number is refused before anything is sent', () =>
  withBench(async (bench) => {
    const key = await anInvoice(bench);
    const to = (...recipients: string[]) => service(bench).share({ what: 'invoice', key, to: recipients });
    expect(codeOf(await to('hany@example.com', 'hany@'))).toBe('email-not-understood');
    expect(codeOf(await to('12'))).toBe('phone-not-understood');
    expect(codeOf(await service(bench).share({ what: 'invoice', key: 'PR-0', to: mails(1) }))).toBe(
      'invalid',
    );
    expect(await logOf(bench, key)).toEqual([]);
  }));

it('who may not see contacts sees that it was sent, and not to whom', () =>
  withBench(
    async (bench) => {
      const key = await anInvoice(bench);
      await share(bench, key, ['hany@example.com']);
      await until(bench, 'ended');
      expect((await logOf(bench, key))[0]?.recipient).toBe('h•••@•••');
    },
    { seesContacts: () => false },
  ));

it('at the lock the one on its way ends, the others wait, and after it they go on without a second one', () => {
  const { presence, come, go, waiting } = aPerson();
  return withBench(
    async (bench) => {
      const key = await anInvoice(bench);
      go();
      await share(bench, key, mails(3));
      await vi.waitFor(async () => expect(await workOf(bench)).toMatchObject({ isPaused: true, done: 0 }));
      expect(await bench.received('POST', SHARE)).toBe(0);
      come();
      await vi.waitFor(async () => expect((await workOf(bench))?.done).toBe(1), { timeout: 30_000 });
      go();
      bench.clock.forward(1_000);
      await vi.waitFor(async () => expect(await workOf(bench)).toMatchObject({ isPaused: true, done: 1 }));
      expect(await bench.received('POST', SHARE)).toBe(1);
      come();
      await until(bench, 'ended');
      expect(await statesOf(bench, key)).toEqual(['sent', 'sent', 'sent']);
      expect(await bench.received('POST', SHARE)).toBe(3);
      expect(waiting()).toBe(0);
    },
    { presence },
  );
});

it('what waits for a person can be stopped', () => {
  const { presence, go, waiting } = aPerson();
  return withBench(
    async (bench) => {
      const key = await anInvoice(bench);
      go();
      await share(bench, key, mails(2));
      await vi.waitFor(async () => expect((await workOf(bench))?.isPaused).toBe(true));
      must(await service(bench).stopWaiting());
      expect(await statesOf(bench, key)).toEqual(['unsent', 'unsent']);
      expect(waiting()).toBe(0);
    },
    { presence },
  );
});
