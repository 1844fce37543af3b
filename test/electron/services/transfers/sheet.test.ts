import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { money } from '#shared/money/money.ts';
import { codeOf, must, withBench, type Bench } from '../operations/harness.ts';
import { csv, xlsx } from '../sheets/bench.ts';

const IBAN = 'EG380019000500000000263180002';
const HEADERS = ['Recipient', 'Number', 'Amount', 'Bank', 'Sent to'];
const read = async (bench: Bench, base64: string) =>
  must(await bench.session().transfers.readSheet({ base64 }));
const problemsOf = ({ problems }: { problems: { column: string; problem: string }[] }) =>
  problems.map(({ column, problem }) => `${column} ${problem}`);

it('a sheet of transfers is read in either language, with what each row says or leaves to be told', () =>
  withBench(async (bench) => {
    const { rows, passedOver } = await read(
      bench,
      csv(
        'المستفيد;رقم الحساب;المبلغ;البنك;الطريقة;ملاحظات',
        `Nile Paper;eg38 0019 0005 0000 0000 2631 80002;1,250.50;National Bank;بنك;May`,
        'منى عادل;٠١٠٠ ١٢٣ ٤٥٦٧;٣٥٠;;;',
        'Omar;+201001234568;75;;محفظة;',
      ),
    );
    expect(passedOver).toEqual(['ملاحظات']);
    expect(rows.map(({ row, transfer }) => [row, transfer])).toMatchObject([
      [
        2,
        {
          method: 'bank',
          recipient: 'Nile Paper',
          bank: 'National Bank',
          amount: money(125_050n, 'EGP'),
        },
      ],
      [
        3,
        {
          method: 'wallet',
          recipient: 'منى عادل',
          bank: '',
          amount: money(35_000n, 'EGP'),
        },
      ],
      [
        4,
        {
          method: 'wallet',
          recipient: 'Omar',
          bank: '',
          amount: money(7_500n, 'EGP'),
        },
      ],
    ]);
    expect(rows.map(({ cells }) => cells[1])).toEqual([IBAN, '01001234567', '01001234568']);
    expect(rows.flatMap(({ problems, doubt }) => [...problems, ...(doubt ? [doubt] : [])])).toEqual([]);
  }));

it('money goes to the account where a mobile number stands beside it, and a mobile beside a bank has to be told', () =>
  withBench(async (bench) => {
    const beside = csv(
      'Name;Mobile;Bank;IBAN;Total;Amount',
      `Nile Paper;01001234567;National Bank;${IBAN};9;5`,
    );
    const [row] = (await read(bench, beside)).rows;
    expect(row?.transfer).toMatchObject({ method: 'bank', number: IBAN, amount: money(500n, 'EGP') });
    const mobile = csv('Name;Mobile;Bank;Amount', 'Nile Paper;01001234567;National Bank;5');
    const [doubtful] = (await read(bench, mobile)).rows;
    expect([doubtful?.transfer, doubtful && problemsOf(doubtful)]).toEqual([null, ['method method']]);
  }));

it('what is wrong stands beside its cell, and such a row makes no transfer', () =>
  withBench(async (bench) => {
    const { rows } = await read(
      bench,
      csv(
        HEADERS.join(';'),
        ';01001234567;5;;',
        'A;12;5;National Bank;',
        'A;0123;5;;wallet',
        `A;${IBAN};5;;`,
        `A;${IBAN};-5;National Bank;`,
        `A;${IBAN};USD 5;National Bank;`,
        `A;${IBAN};;National Bank;cheque`,
        'A;4111 1111 1111 1111;5;National Bank;',
        'A;3.80019E+17;5;National Bank;',
        `${'A'.repeat(101)};01001234567;5;;`,
        'A;;5;;',
      ),
    );
    expect(rows.map(problemsOf)).toEqual([
      ['recipient missing'],
      ['number number'],
      ['number wallet'],
      ['bank missing'],
      ['amount amount'],
      ['amount amount'],
      ['amount missing', 'method method'],
      ['number card'],
      ['number rounded'],
      ['recipient long-name'],
      ['number missing'],
    ]);
    expect(rows.map(({ transfer }) => transfer)).toEqual(rows.map(() => null));
  }));

it('numbers that a workbook has as numbers are read; one with more digits than it keeps is not', () =>
  withBench(async (bench) => {
    const base64 = await xlsx(
      HEADERS,
      [
        ['Mona', 1_001_234_567, 350, '', ''],
        ['Nile Paper', 123_456_789_012_345, 20, 'National Bank', ''],
        ['Delta', 1_234_567_890_123_456, 20, 'National Bank', ''],
        ['Formula', '=1+1', '=SUM(C2:C3)', 'National Bank', ''],
      ],
      ['text', 'count', 'count', 'text', 'text'],
    );
    const { rows } = await read(bench, base64);
    expect(rows.map(({ cells, problems }) => [cells[1], problems.map(({ problem }) => problem)])).toEqual([
      ['01001234567', []],
      ['123456789012345', []],
      ['1.234567890123456e+15', ['rounded']],
      ['=1+1', ['amount', 'number']],
    ]);
    const decimals = await read(bench, csv(HEADERS.join(';'), 'Mona;1001234567.0;350;;'));
    expect(decimals.rows).toMatchObject([{ transfer: { method: 'wallet' }, problems: [] }]);
  }));

it('the same person twice, and what was sent or is under way already, are told', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const pay = async (number: string) => {
      const transfer = {
        recipient: 'A',
        number,
        method: 'wallet',
        bank: '',
        amount: money(500n, 'EGP'),
      } as const;
      const { preparationId } = must(await operations.preparePayout(transfer));
      const form = { reason: 'invoice', note: '', typedAmount: '5' };
      return must(await operations.confirmPayout(preparationId, form)).operation.opId;
    };
    const done = await pay('01001234561');
    await bench.fault('POST', '/v3/transfers/single', { kind: 'drop-before' });
    const lost = await pay('01001234562');
    const { rows } = await read(
      bench,
      csv(
        HEADERS.join(';'),
        'A;01001234561;5;;',
        'B;01001234562;5;;',
        'C;01001234563;5;;',
        'Sea;+20 100 123 4563;7;;',
        'A;01001234561;6;;',
      ),
    );
    expect(rows.map(({ doubt }) => doubt)).toMatchObject([
      { like: 'sent', opId: done, isOpen: false },
      { like: 'sent', opId: lost, isOpen: true },
      null,
      { like: 'row', row: 4 },
      { like: 'row', row: 2 },
    ]);
    bench.clock.forward(31 * 86_400_000);
    const later = await read(bench, csv(HEADERS.join(';'), 'A;01001234561;5;;', 'B;01001234562;5;;'));
    expect(later.rows.map(({ doubt }) => doubt)).toMatchObject([null, { isOpen: true }]);
  }));

it('a file that is empty, lacks a column, has too many rows or is no sheet is refused', () =>
  withBench(async (bench) => {
    const { transfers } = bench.session();
    const codes = [];
    for (const base64 of [
      csv(HEADERS.join(';')),
      csv(''),
      csv('Recipient;Amount', 'A;5'),
      csv(HEADERS.join(';'), ...Array.from({ length: 501 }, (_, at) => `A;010012${10_000 + at};5;;`)),
      Buffer.from('PK\u0003\u0004 torn').toString('base64'),
    ])
      codes.push(codeOf(await transfers.readSheet({ base64 })));
    expect(codes).toEqual(['empty-file', 'broken', 'sheet-column-missing', 'too-many-rows', 'broken']);
  }));

it('nothing of a sheet is kept on this computer', () =>
  withBench(async (bench) => {
    const secret = 'EG120003000500000000111122223';
    await read(bench, csv(HEADERS.join(';'), `Nile Paper;${secret};5;National Bank;`));
    await bench.session().stop();
    for (const file of readdirSync(bench.folder, { recursive: true, withFileTypes: true }))
      if (file.isFile())
        expect(readFileSync(join(file.parentPath, file.name)).includes(secret), file.name).toBe(false);
  }));
