/** Importing customers, against the built-in gateway over HTTP. */
import { expect, it } from 'vitest';
import { codeOf, must, withBench, type Bench } from '../operations/harness.ts';
import { atGateway, checked, csv, open, rowsOf, sent, sheetOf, sheets, xlsx } from './bench.ts';

const KIND = 'customers';
const UPLOAD = '/v2/customers/upload';
const SAVE = '/v2/customers/savecustomers';
const HEADERS = ['Name', 'Phone', 'Email'];
const has = (bench: Bench, phone: string) => atGateway(bench, '/v2/customers', 'phoneNumber', phone);

it('a sheet is looked at here and by the gateway, and only what nobody finds wrong is saved, once', () =>
  withBench(async (bench) => {
    const rows = [
      ['Hany Adel', '٠١٠٠ ١٢٣ ٤٥٦٧', 'hany@example.com'],
      ['', '01001234568', ''],
      ['Mona', '12', 'mona@'],
      ['Omar', '01001234569', ''],
      ['Card', '01001234560', ''],
      ['4111 1111 1111 1111', '01001234561', ''],
    ];
    await open(bench, KIND, await xlsx(HEADERS, rows));
    expect(await sheetOf(bench, KIND)).toMatchObject({ counts: { all: 6, wrong: 3, unchecked: 3 } });
    expect((await rowsOf(bench, KIND)).map(({ problems }) => problems)).toEqual([
      [],
      [{ column: 'name', problem: 'missing' }],
      [
        { column: 'phone', problem: 'phone' },
        { column: 'email', problem: 'email' },
      ],
      [],
      [],
      [{ column: 'name', problem: 'card' }],
    ]);
    expect(await checked(bench, KIND)).toMatchObject({ counts: { unchecked: 0, ready: 3 } });
    expect(await has(bench, '01001234567')).toBe(0);
    expect(await sent(bench, KIND)).toMatchObject({
      counts: { ready: 0, done: 3 },
      work: { ended: 'whole' },
    });
    expect(await has(bench, '01001234567')).toBe(1);
    await sent(bench, KIND);
    expect([await has(bench, '01001234567'), await bench.received('GET', SAVE)]).toEqual([1, 1]);
  }));

it('a phone in a number cell gets its zero back, and a CSV in Arabic is read', () =>
  withBench(async (bench) => {
    await open(bench, KIND, await xlsx(HEADERS, [['Hany', 1_001_234_567, '']], ['text', 'count', 'text']));
    expect((await rowsOf(bench, KIND))[0]?.cells).toEqual(['Hany', '01001234567', '']);
    await open(bench, KIND, csv('الاسم;رقم الهاتف;ملاحظات', 'هاني;٠١٠٠١٢٣٤٥٦٨;x'), 'people.csv');
    expect((await rowsOf(bench, KIND))[0]?.cells).toEqual(['هاني', '01001234568', '']);
    expect((await sheetOf(bench, KIND)).passedOver).toEqual(['ملاحظات']);
  }));

it('one that the gateway has, or that stands in the sheet twice, is left out until a person says that it is another one', () =>
  withBench(async (bench) => {
    await open(bench, KIND, await xlsx(HEADERS, [['Hany', '01001234567', '']]));
    await checked(bench, KIND);
    await sent(bench, KIND);
    const again = [
      ['Hany A.', '+20 100 123 4567', ''],
      ['Mona', '01001234568', ''],
      ['Mona B.', '01001234568', ''],
    ];
    await open(bench, KIND, await xlsx(HEADERS, again));
    expect(await rowsOf(bench, KIND)).toMatchObject([
      { state: 'left-out', doubt: { like: 'listed', name: 'Hany' } },
      { state: 'unchecked', doubt: null },
      { state: 'left-out', doubt: { like: 'row', row: 3 } },
    ]);
    must(await sheets(bench).choose({ kind: KIND, row: 4, sends: true }));
    await checked(bench, KIND);
    expect((await sent(bench, KIND)).counts).toMatchObject({ doubt: 2, 'left-out': 1, done: 2 });
    expect([await has(bench, '01001234567'), await has(bench, '01001234568')]).toEqual([1, 2]);
  }));

it('a choice after the check has the part looked at again, and what was chosen before is not saved', () =>
  withBench(async (bench) => {
    const rows = [
      ['Mona', '01001234568', ''],
      ['Mona B.', '01001234568', ''],
    ];
    await open(bench, KIND, await xlsx(HEADERS, rows));
    must(await sheets(bench).choose({ kind: KIND, row: 3, sends: true }));
    await checked(bench, KIND);
    must(await sheets(bench).choose({ kind: KIND, row: 3, sends: false }));
    expect((await sheetOf(bench, KIND)).counts).toMatchObject({ unchecked: 1, ready: 0, 'left-out': 1 });
    await sent(bench, KIND);
    expect(await has(bench, '01001234568')).toBe(0);
    await checked(bench, KIND);
    await sent(bench, KIND);
    expect(await has(bench, '01001234568')).toBe(1);
  }));

it('what the gateway has forgotten is looked at again before it is saved', () =>
  withBench(async (bench) => {
    await open(bench, KIND, await xlsx(HEADERS, [['Hany', '01001234567', '']]));
    await checked(bench, KIND);
    bench.clock.forward(3_600_000);
    expect((await sent(bench, KIND)).counts).toMatchObject({ unchecked: 1, done: 0 });
    expect(await bench.received('GET', SAVE)).toBe(0);
    await checked(bench, KIND);
    expect((await sent(bench, KIND)).counts.done).toBe(1);
  }));

it('what the gateway has forgotten can be looked at again, and nothing is saved by that', () =>
  withBench(async (bench) => {
    await open(bench, KIND, await xlsx(HEADERS, [['Hany', '01001234567', '']]));
    await checked(bench, KIND);
    bench.clock.forward(3_600_000);
    expect((await checked(bench, KIND)).counts).toMatchObject({ unchecked: 0, ready: 1, done: 0 });
    expect([await bench.received('POST', UPLOAD), await bench.received('GET', SAVE)]).toEqual([2, 0]);
    expect((await sent(bench, KIND)).counts.done).toBe(1);
  }));

it.each([
  { name: 'dropped before', fault: { kind: 'drop-before' }, acts: false },
  { name: 'dropped after', fault: { kind: 'drop-after' }, acts: true },
  { name: 'nonsense', fault: { kind: 'nonsense' }, acts: true },
] as const)(
  '$name: it is not known, survives a restart, and the list says what came of it',
  ({ fault, acts }) =>
    withBench(async (bench) => {
      await open(bench, KIND, await xlsx(HEADERS, [['Hany', '01001234567', '']]));
      await checked(bench, KIND);
      await bench.fault('GET', SAVE, fault);
      expect((await sent(bench, KIND)).counts).toMatchObject({ 'not-known': 1, ready: 0 });
      await bench.restart();
      must(await sheets(bench).send({ kind: KIND }));
      expect((await sheetOf(bench, KIND)).counts['not-known']).toBe(1);
      expect(await bench.received('GET', SAVE)).toBe(1);
      const { making } = bench.session();
      const [attempt] = must(await making.attempts({ whats: ['customers'] })).attempts;
      const attemptId = attempt?.attemptId ?? '';
      bench.clock.forward(1_000);
      must(await making.look({ attemptId }));
      if (acts) expect((await sheetOf(bench, KIND)).counts.done).toBe(1);
      else expect(must(await making.makeAgain({ attemptId })).kind).toBe('done');
      expect(await has(bench, '01001234567')).toBe(1);
    }),
);

it('those whose saving is not known are left out when the file is opened again, until a person looked or decides', () =>
  withBench(async (bench) => {
    const file = await xlsx(HEADERS, [
      ['Hany', '01001234567', ''],
      ['Mona', '01001234568', ''],
    ]);
    await open(bench, KIND, await xlsx(HEADERS, [['Hany', '0100 123 4567', '']]), 'first.xlsx');
    await checked(bench, KIND);
    await bench.fault('GET', SAVE, { kind: 'drop-before' });
    expect((await sent(bench, KIND)).counts['not-known']).toBe(1);

    await open(bench, KIND, file);
    expect(await sheetOf(bench, KIND)).toMatchObject({
      counts: { 'left-out': 1, unchecked: 1 },
      before: { made: 0, notKnown: 1 },
    });
    expect(await rowsOf(bench, KIND)).toMatchObject([
      { state: 'left-out', doubt: { like: 'attempt', name: 'first.xlsx (2–2)' } },
      { state: 'unchecked', doubt: null },
    ]);
    await checked(bench, KIND);
    expect((await sent(bench, KIND)).counts).toMatchObject({ 'left-out': 1, done: 1 });
    expect([await has(bench, '01001234567'), await has(bench, '01001234568')]).toEqual([0, 1]);

    // A person who looked for it and drops it is asked no more.
    const { making } = bench.session();
    const [attempt] = must(await making.attempts({ whats: ['customers'] })).attempts;
    must(await making.dropAttempt({ attemptId: attempt?.attemptId ?? '' }));
    await open(bench, KIND, file);
    expect((await sheetOf(bench, KIND)).before.notKnown).toBe(0);
    await checked(bench, KIND);
    await sent(bench, KIND);
    expect([await has(bench, '01001234567'), await has(bench, '01001234568')]).toEqual([1, 1]);
  }));

it('another person with a phone that the gateway has is not taken for saved when no answer comes', () =>
  withBench(async (bench) => {
    await open(bench, KIND, await xlsx(HEADERS, [['Hany', '01001234567', '']]));
    await checked(bench, KIND);
    await sent(bench, KIND);
    await open(bench, KIND, await xlsx(HEADERS, [['His wife', '01001234567', '']]));
    must(await sheets(bench).choose({ kind: KIND, row: 2, sends: true }));
    await checked(bench, KIND);
    await bench.fault('GET', SAVE, { kind: 'drop-before' });
    await sent(bench, KIND);
    const { making } = bench.session();
    const [attempt] = must(await making.attempts({ whats: ['customers'] })).attempts;
    bench.clock.forward(1_000);
    must(await making.look({ attemptId: attempt?.attemptId ?? '' }));
    expect((await sheetOf(bench, KIND)).counts).toMatchObject({ 'not-known': 1, done: 0 });
    expect(must(await making.makeAgain({ attemptId: attempt?.attemptId ?? '' })).kind).toBe('done');
    expect(await has(bench, '01001234567')).toBe(2);
  }));

it('a lost look at the sheet saves nothing and is asked for again; a missing permission ends it', () =>
  withBench(async (bench) => {
    await open(bench, KIND, await xlsx(HEADERS, [['Hany', '01001234567', '']]));
    await bench.fault('POST', UPLOAD, { kind: 'drop-after' });
    expect(await checked(bench, KIND)).toMatchObject({ counts: { unchecked: 1 }, work: { ended: 'failed' } });
    await checked(bench, KIND);
    await bench.fault('GET', SAVE, { kind: 'status', status: 403 });
    expect(await sent(bench, KIND)).toMatchObject({ counts: { refused: 1 }, work: { ended: 'failed' } });
    expect((await sent(bench, KIND)).counts.done).toBe(1);
    expect(await has(bench, '01001234567')).toBe(1);
  }));

it('a file that is no sheet, has too few columns or none filled is refused by its reason', () =>
  withBench(async (bench) => {
    const tried = async (base64: string) =>
      codeOf(await sheets(bench).open({ kind: KIND, fileName: 'x', base64 }));
    expect(await tried(Buffer.from([0, 1, 2, 3]).toString('base64'))).toBe('broken');
    expect(await tried(await xlsx(['Name'], [['Hany']]))).toBe('sheet-column-missing');
    expect(await tried(await xlsx(HEADERS, []))).toBe('empty-file');
    expect(must(await sheets(bench).get({ kind: KIND })).sheet).toBeNull();
  }));
