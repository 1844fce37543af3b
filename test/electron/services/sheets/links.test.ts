/** Importing payment links: the gateway looks at the sheet, and each link is made by itself. */
import { expect, it, vi } from 'vitest';
import { aPerson } from '../a-person.ts';
import { codeOf, must, withBench, type Bench } from '../operations/harness.ts';
import { atGateway, checked, csv, ended, open, rowsOf, sent, sheetOf, sheets } from './bench.ts';

const KIND = 'links';
const PATH = '/v2/payment-link';
const HEADER = 'customer,amount,currency,description,due date';
const has = (bench: Bench, customer: string) => atGateway(bench, PATH, 'customerName', customer);
const some = (count: number) =>
  csv(HEADER, ...Array.from({ length: count }, (_, at) => `Client ${at},${100 + at}.50,EGP,Cakes,`));

it('rows that are wrong are named by their cells, and the others are made one after another', () =>
  withBench(async (bench) => {
    const lines = [
      'Hany,"١٬٢٠٠٫٥٠",EGP,Cakes,2099-01-31',
      'Mona,0,EGP,Cakes,',
      'Omar,10,ZZZ,,',
      'Aya,"12,5",EGP,Tea,2001-01-01',
    ];
    await open(bench, KIND, csv(HEADER, ...lines));
    expect((await rowsOf(bench, KIND)).map(({ problems }) => problems.map((one) => one.problem))).toEqual([
      [],
      ['amount'],
      ['currency', 'missing'],
      ['amount', 'date-past'],
    ]);
    expect((await checked(bench, KIND)).counts).toMatchObject({ wrong: 3, ready: 1 });
    expect(await has(bench, 'Hany')).toBe(0);
    expect((await sent(bench, KIND)).counts.done).toBe(1);
    expect([await has(bench, 'Hany'), await has(bench, 'Mona')]).toEqual([1, 0]);
  }));

it('a limit is waited out, a missing permission stops it, and a person goes on with the rest', () =>
  withBench(async (bench) => {
    await open(bench, KIND, some(4));
    await checked(bench, KIND);
    await bench.fault('POST', PATH, { kind: 'status', status: 403 });
    expect(await sent(bench, KIND)).toMatchObject({
      counts: { ready: 3, refused: 1 },
      work: { ended: 'failed', done: 0 },
    });
    await bench.fault('POST', PATH, { kind: 'status', status: 429 });
    must(await sheets(bench).send({ kind: KIND }));
    await vi.waitFor(async () => expect((await sheetOf(bench, KIND)).work?.waitsUntilMs).not.toBeNull(), {
      timeout: 30_000,
    });
    bench.clock.forward(60_000);
    expect((await ended(bench, KIND)).counts).toMatchObject({ done: 4, ready: 0, refused: 0 });
    for (const customer of ['Client 0', 'Client 1', 'Client 2', 'Client 3'])
      expect(await has(bench, customer)).toBe(1);
  }));

it('one whose answer is lost is not made again when the rest is, nor after a restart', () =>
  withBench(async (bench) => {
    await open(bench, KIND, some(3));
    await checked(bench, KIND);
    await bench.fault('POST', PATH, { kind: 'drop-after' });
    expect((await sent(bench, KIND)).counts).toMatchObject({ 'not-known': 1, done: 2 });
    await bench.restart();
    must(await sheets(bench).send({ kind: KIND }));
    expect((await sheetOf(bench, KIND)).counts).toMatchObject({ 'not-known': 1, done: 2, ready: 0 });
    expect(await has(bench, 'Client 0')).toBe(1);
    const { making } = bench.session();
    const [attempt] = must(await making.attempts({ whats: ['link'] })).attempts;
    bench.clock.forward(1_000);
    must(await making.look({ attemptId: attempt?.attemptId ?? '' }));
    expect((await sheetOf(bench, KIND)).counts.done).toBe(3);
  }));

it('stopped by a restart it goes on where it was, and nothing is made twice', () =>
  withBench(async (bench) => {
    await open(bench, KIND, some(4));
    await checked(bench, KIND);
    must(await sheets(bench).send({ kind: KIND }));
    await vi.waitFor(async () => expect((await sheetOf(bench, KIND)).counts.done).toBe(1), {
      timeout: 30_000,
    });
    await bench.restart();
    expect((await sheetOf(bench, KIND)).counts).toMatchObject({ done: 1, ready: 3 });
    expect((await sent(bench, KIND)).counts.done).toBe(4);
    for (const customer of ['Client 0', 'Client 3']) expect(await has(bench, customer)).toBe(1);
  }));

it('a link like one of today is a question, and is made when a person says that it is another one', () =>
  withBench(async (bench) => {
    await open(bench, KIND, some(1));
    await checked(bench, KIND);
    await sent(bench, KIND);
    await open(bench, KIND, some(2));
    await checked(bench, KIND);
    expect((await sent(bench, KIND)).counts).toMatchObject({
      doubt: 1,
      'left-out': 1,
      done: 1,
      unchecked: 0,
    });
    expect(await has(bench, 'Client 0')).toBe(1);
    must(await sheets(bench).choose({ kind: KIND, row: 2, sends: true }));
    // It still looks like another, and is counted as such.
    expect((await sheetOf(bench, KIND)).counts).toMatchObject({ doubt: 1, ready: 1, done: 1, unchecked: 0 });
    expect((await sent(bench, KIND)).counts).toMatchObject({ done: 2, unchecked: 0 });
    expect([await has(bench, 'Client 0'), await has(bench, 'Client 1')]).toEqual([2, 1]);
  }));

it('the same file two days later is known, and nothing of it is made again', () =>
  withBench(async (bench) => {
    await open(bench, KIND, some(2));
    await checked(bench, KIND);
    expect((await sent(bench, KIND)).counts.done).toBe(2);
    must(await sheets(bench).discard({ kind: KIND }));
    bench.clock.forward(2 * 86_400_000);
    await open(bench, KIND, some(2));
    expect(await sheetOf(bench, KIND)).toMatchObject({
      counts: { done: 2, unchecked: 0 },
      before: { made: 2, notKnown: 0 },
    });
    must(await sheets(bench).check({ kind: KIND }));
    must(await sheets(bench).send({ kind: KIND }));
    expect((await sheetOf(bench, KIND)).work?.ended).toBe('whole');
    expect([await has(bench, 'Client 0'), await has(bench, 'Client 1')]).toEqual([1, 1]);
    // In a file of its own a row is made again, as the screen says.
    await open(bench, KIND, some(1));
    expect((await sheetOf(bench, KIND)).before.made).toBe(0);
    await checked(bench, KIND);
    expect((await sent(bench, KIND)).counts.done).toBe(1);
    expect(await has(bench, 'Client 0')).toBe(2);
  }));

it('while another file is being opened nothing is checked or made', () =>
  withBench(async (bench) => {
    await open(bench, KIND, some(1));
    await checked(bench, KIND);
    const opening = open(bench, KIND, some(2));
    expect(codeOf(await sheets(bench).send({ kind: KIND }))).toBe('busy');
    expect(codeOf(await sheets(bench).check({ kind: KIND }))).toBe('busy');
    await opening;
    expect((await sheetOf(bench, KIND)).counts).toMatchObject({ unchecked: 2, ready: 0 });
    must(await sheets(bench).send({ kind: KIND }));
    expect([await has(bench, 'Client 0'), await has(bench, 'Client 1')]).toEqual([0, 0]);
  }));

it('a first line that names what parts the columns is none of the sheet, and rows are as the file has them', () =>
  withBench(async (bench) => {
    await open(bench, KIND, csv('sep=;', 'العميل;القيمة;العُملة;الوصف', 'Hany;10;EGP;Cakes'));
    expect(await rowsOf(bench, KIND)).toMatchObject([{ row: 3, problems: [] }]);
  }));

it('at the lock nothing is made, and it goes on when somebody who may do it is there', () => {
  const { presence, come, go, waiting } = aPerson();
  return withBench(
    async (bench) => {
      await open(bench, KIND, some(2));
      await checked(bench, KIND);
      must(await sheets(bench).send({ kind: KIND }));
      const workOf = async () => (await sheetOf(bench, KIND)).work;
      await vi.waitFor(async () => expect((await workOf())?.done).toBe(1), { timeout: 30_000 });
      const received = await bench.received('POST', PATH);
      go();
      bench.clock.forward(1_000);
      await vi.waitFor(() => expect(waiting()).toBe(1), { timeout: 30_000 });
      expect([await has(bench, 'Client 0'), await has(bench, 'Client 1')]).toEqual([1, 0]);
      expect(await bench.received('POST', PATH)).toBe(received);
      come();
      expect((await ended(bench, KIND)).counts.done).toBe(2);
      go();
      expect((await sheets(bench).get({ kind: KIND })).ok).toBe(false);
    },
    { presence },
  );
});

it('after a change of person each link is made in the name of whoever is signed in then', () => {
  const { presence, actor, calls, change, go } = aPerson();
  return withBench(
    async (bench) => {
      await open(bench, KIND, some(2));
      await checked(bench, KIND);
      must(await calls(() => sheets(bench).send({ kind: KIND })));
      await vi.waitFor(async () => expect((await sheetOf(bench, KIND)).work?.done).toBe(1), {
        timeout: 30_000,
      });
      go();
      change('omar');
      expect((await ended(bench, KIND)).counts.done).toBe(2);
      const { db } = bench.session().context;
      const entries = await db.call('audit.entries', { after: 0, upTo: 1_000, limit: 1_000 });
      const made = entries.filter(({ action }) => action === 'making.done');
      expect(made.map(({ target, actor: by }) => [target, by])).toEqual([
        ['Client 0', 'mona'],
        ['Client 1', 'omar'],
      ]);
      const double = await bench.session().bills.makeLink({
        link: {
          customer: 'Client 1',
          amount: { minor: 10_150n, currency: 'EGP' },
          description: 'Cakes',
          fee: null,
          dueAtMs: null,
          manualCapture: false,
        },
        despiteDouble: false,
      });
      expect(must(double)).toMatchObject({ kind: 'double', like: { by: 'omar' } });
    },
    { presence, actor },
  );
});
