/** The checks of an import: one at a time, and only the answer to the last one, with the choices as they stand, is its preview. */
import { beforeEach, expect, test } from 'vitest';
import type { Wire } from '#renderer/api/transport.ts';
import { answerNext, waiting } from '../calls.ts';
import { useImport } from '#renderer/features/import/store.ts';

const preview = (previewId: string): Wire => ({
  ok: true,
  value: {
    uploadId: 'upload-1',
    previewId,
    kind: 'bank',
    source: { sourceId: null, name: 'Main account' },
    counts: { good: 3, bad: 0, skipped: 0 },
    ...{
      totals: [],
      span: null,
      dateOrder: null,
      decimals: null,
      balances: [],
      ownTotalAgrees: false,
      warnings: [],
    },
    ...{ problems: [], skippedBy: [], accounts: [], refills: null },
  },
});
const page: Wire = { ok: true, value: { rows: [], next: null } };
const shown = () => useImport.getState().preview?.previewId ?? null;

beforeEach(() => {
  waiting.length = 0;
  useImport.setState({
    step: 'format',
    uploadId: 'upload-1',
    inspection: { table: null, statements: [] } as never,
    kind: 'bank',
    sourceName: 'Main account',
    preview: null,
    working: null,
  });
});

test('opening the step of a check that runs does not begin a second one', async () => {
  const first = useImport.getState().checkAgain();
  useImport.getState().open('check');
  expect(waiting.map(({ channel }) => channel)).toEqual(['import.preview']);
  await answerNext('import.preview', preview('preview-1'));
  await answerNext('import.previewPage', page);
  await first;
  expect(shown()).toBe('preview-1');
});

test('a choice made while a check runs drops its answer', async () => {
  const first = useImport.getState().checkAgain();
  useImport.getState().describe({ sourceName: 'Second account' });
  expect(useImport.getState().working).toBeNull();
  await answerNext('import.preview', preview('preview-1'));
  await first;
  expect(shown()).toBeNull();
});

test('of two checks the last one counts', async () => {
  const first = useImport.getState().check();
  const second = useImport.getState().check();
  await answerNext('import.preview', preview('preview-1'));
  expect(shown()).toBeNull();
  await answerNext('import.preview', preview('preview-2'));
  await answerNext('import.previewPage', page);
  await Promise.all([first, second]);
  expect(shown()).toBe('preview-2');
});

test('a filter chosen while a page is read is read after it', async () => {
  const check = useImport.getState().check();
  await answerNext('import.preview', preview('preview-1'));
  await answerNext('import.previewPage', page);
  await check;
  const good = useImport.getState().show('good');
  const bad = useImport.getState().show('bad');
  const all = useImport.getState().show('all');
  expect(waiting.map(({ input }) => input)).toMatchObject([{ filter: 'good' }]);
  await answerNext('import.previewPage', page);
  expect(waiting.map(({ input }) => input)).toMatchObject([{ filter: 'all' }]);
  expect(useImport.getState().pages).toBeNull();
  await answerNext('import.previewPage', page);
  await Promise.all([good, bad, all]);
  expect(useImport.getState()).toMatchObject({ failure: null, pages: { rows: [], next: null } });
});
