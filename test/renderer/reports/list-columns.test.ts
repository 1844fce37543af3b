import { beforeAll, describe, expect, it } from 'vitest';
import i18next from 'i18next';
import { keptFacts } from '#shared/domain/kept-lists.ts';
import { columnsOnScreen, everyColumn, headWordsOf } from '#renderer/features/reports/list-columns.ts';
import { exportColumns, headWords, type ExportList } from '#shared/contract/exports.ts';
import { bridgeLines } from '#shared/domain/bridge.ts';
import { useTexts } from './texts.ts';

beforeAll(() => useTexts('en'));

const lists = Object.keys(exportColumns) as ExportList[];
const screen = [
  { id: 'refNumber', header: 'Reference' },
  { id: 'net', header: 'Net' },
  { id: 'fee', header: 'Fees', hidden: true },
  { id: 'amount', header: 'Gross' },
  { id: 'paymentType', header: 'Type' },
  { id: 'menu', header: '' },
];

describe('columns of a file', () => {
  it('are those of the screen in its order, with the currency after the last amount', () => {
    const columns = columnsOnScreen(i18next.t, 'settled', screen);
    expect(columns.map(({ id }) => id)).toEqual(['refNumber', 'net', 'amount', 'currency', 'paymentType']);
    expect(columns.at(-1)?.words).toMatchObject({ SALE: 'Sale' });
  });

  it('are every field where the screen has no grid', () => {
    expect(columnsOnScreen(i18next.t, 'windows', []).map(({ id }) => id)).toEqual([...exportColumns.windows]);
  });

  it('of a kept list are those of its own grid, also the hidden ones', () => {
    const grid = keptFacts('products').map(([id, kind]) => ({
      id,
      header: i18next.t(`kept.column.${id}`),
      hidden: id === 'created',
      ...(kind === 'money' && { amounts: () => [] }),
    }));
    const columns = everyColumn(i18next.t, 'kept', grid);
    expect(columns.map(({ id }) => id).toSorted()).toEqual(
      [...grid.map(({ id }) => id), 'currency'].toSorted(),
    );
    expect(columnsOnScreen(i18next.t, 'kept', grid).map(({ id }) => id)).toContain('currency');
  });

  it.each(lists.filter((list) => list !== 'kept'))('every field of %s has a head in words', (list) => {
    const heads = everyColumn(i18next.t, list, screen).map(({ header }) => header);
    const known = ['settlementDate', 'branchId', 'merchantOrderId', 'batch', 'terminal', 'channel', 'method'];
    const grids = ['createdAt', 'reference', 'order', 'firstSeen', 'flags', 'date', 'expected'];
    exportColumns[list].forEach((id, at) => {
      // These are always columns of the list's own grid, whose heads they take.
      if (![...known, ...grids].includes(id)) expect(heads[at]).not.toMatch(/^reports\./);
    });
  });
});

describe('the words of a head', () => {
  it.each(['en', 'ar'])('are all there in %s, and the names of totals', (language) => {
    const words = headWordsOf(i18next.getFixedT(language));
    const totals = ['sales', 'returns', 'notSummed', 'gross', 'fees', 'vat', 'net', 'expected', 'deposited'];
    for (const word of [...headWords, ...bridgeLines, ...totals]) expect(words[word], word).toMatch(/./);
  });
});
