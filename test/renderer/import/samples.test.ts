import { describe, expect, it } from 'vitest';
import { rawCells } from '#renderer/features/import/raw.ts';
import { draftOf, type InspectedTable } from '#renderer/features/import/mapping.ts';
import { dateIn, notAmounts, possibleOrders, tellingTexts } from '#renderer/features/import/samples.ts';

describe('texts that show whether letters are read rightly', () => {
  it('are the longest with letters beyond ASCII, each once', () => {
    const rows = [
      { cells: ['Date', 'البيان', '12.50'] },
      { cells: ['2026-03-04', 'تحويل وارد', '12.50'] },
      { cells: ['2026-03-05', 'تحويل وارد', 'EGP'] },
    ];
    expect(tellingTexts(rows)).toEqual(['تحويل وارد', 'البيان']);
  });

  it('show letters of a wrong encoding, too', () => {
    expect(tellingTexts([{ cells: ['ÊÍæíá', 'plain'] }])).toEqual(['ÊÍæíá']);
  });

  it('are none where every encoding shows the same', () => {
    expect(tellingTexts([{ cells: ['POS 4471', '12.50'] }])).toEqual([]);
  });
});

describe('a cell as a date', () => {
  it('is another day in another order', () => {
    expect(dateIn('dmy', '04/03/2026')).toBe('2026-03-04');
    expect(dateIn('mdy', '04/03/2026')).toBe('2026-04-03');
    expect(dateIn('ymd', '2026-03-04')).toBe('2026-03-04');
  });

  it('is read with Arabic digits, direction marks and two digits of a year', () => {
    expect(dateIn('dmy', '\u200f٢١/١١/٢٠٢٦')).toBe('2026-11-21');
    expect(dateIn('dmy', '21.11.26')).toBe('2026-11-21');
  });

  it('is none where the calendar does not have it', () => {
    expect(dateIn('mdy', '21/11/2026')).toBeNull();
    expect(dateIn('dmy', '31/02/2026')).toBeNull();
    expect(dateIn('dmy', 'opening balance')).toBeNull();
    expect(dateIn('dmy', '447100129981')).toBeNull();
  });

  it('fits the orders in which every cell is one', () => {
    expect(possibleOrders(['04/03/2026', '05/03/2026'])).toEqual(['dmy', 'mdy']);
    expect(possibleOrders(['04/03/2026', '21/03/2026'])).toEqual(['dmy']);
    expect(possibleOrders([])).toEqual([]);
  });
});

describe('a line as its file had it', () => {
  it('is the cells of a table, or the named fields of a bank format', () => {
    expect(rawCells('["2026-03-04",""]')).toEqual([
      { name: null, text: '2026-03-04' },
      { name: null, text: '' },
    ]);
    expect(rawCells('{":61:":"260304C12,50","note":null}')).toEqual([
      { name: ':61:', text: '260304C12,50' },
      { name: 'note', text: '' },
    ]);
  });

  it('stays whole where it cannot be taken apart', () => {
    expect(rawCells('[broken')).toEqual([{ name: null, text: '[broken' }]);
  });
});

describe('cells that are no amount', () => {
  const draft = draftOf({
    bookedOn: 0,
    amount: { kind: 'signed', column: 1, turned: false },
    currency: { kind: 'fixed', code: 'EGP' },
    doubts: [],
    rest: {
      valueOn: null,
      dateOrder: null,
      decimals: null,
      account: null,
      reference: null,
      orderId: null,
      description: [],
      counterparty: null,
      balance: null,
    },
  });
  const rows = [
    ['Day', 'Amount'],
    ['04/03/2026', '12,430.50'],
    ['05/03/2026', '12-30'],
    ['Total', 'none'],
  ];
  const table = {
    reading: { headerRow: 1 },
    columns: rows[0]?.map((header, column) => ({ column, header, samples: [], filled: 1 })),
    firstRows: rows.map((cells, at) => ({ row: at + 1, cells })),
  } as unknown as InspectedTable;

  it('are named by their row, and the names of the columns and rows that are no line have none', () => {
    expect(notAmounts(table, draft)).toEqual([{ row: 3, text: '12-30' }]);
  });

  it('are none where no column of amounts is chosen', () => {
    expect(notAmounts(table, { ...draft, amount: null })).toEqual([]);
  });
});
