import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bytesOfFixture } from '../../statements/fixtures.ts';
import { codeOf, must } from '../operations/harness.ts';
import { confirmed, inspected, previewed, unread, upload, withImports, START_MS } from './bench.ts';
import { settled } from '../reconciliation/settled.ts';

const ENGLISH = bytesOfFixture('bank-english.csv');
const MAIN = { name: 'Main account' };
const page = { cursor: null, limit: 200 };

const NO_CURRENCY = Buffer.from(
  'Date,Description,Amount\n2026-03-15,Card sales,1234.50\n2026-03-16,Card sales,99.75\n2026-03-17,Card sales,410.00\n',
);

describe('an import', () => {
  it('stores nothing before it is confirmed, and everything with its head and its entry after', () =>
    withImports(async (bench) => {
      const preview = await previewed(bench, 'march.csv', ENGLISH, MAIN);
      const { imports, audit } = bench.session();
      expect(must(await imports.list({ kind: null, ...page })).rows).toEqual([]);
      expect(must(await imports.sources()).sources).toEqual([]);
      const stored = must(await confirmed(bench, preview));
      expect(stored).toMatchObject({
        kind: 'bank',
        source: { name: 'Main account', kind: 'bank' },
        fileName: 'march.csv',
        format: 'csv',
        lines: 5,
        leftOut: 0,
        skipped: 11,
        span: { from: '2026-03-02', to: '2026-03-31' },
        status: 'whole',
        by: 'mona',
        atMs: START_MS,
        withdrawn: null,
      });
      expect(stored.totals).toEqual(preview.totals);
      const { importId } = stored;
      const lines = must(await imports.lines({ importId, text: '', ...page })).rows;
      expect(lines.map(({ lineNo, bookedOn, amount }) => [lineNo, bookedOn, amount.minor])).toEqual([
        [10, '2026-03-02', 1_243_050n],
        [11, '2026-03-03', -420_000n],
        [12, '2026-03-15', 198_025n],
        [13, '2026-03-15', 198_025n],
        [14, '2026-03-31', -3_500n],
      ]);
      expect(JSON.parse(lines[0]?.raw ?? '')).toContain('POS SETTLEMENT, BATCH 0412');
      expect((await audit.verify()).verdict.ok).toBe(true);
      const entries = must(
        await bench
          .session()
          .context.db.call('activity.page', {
            text: 'march.csv',
            actor: null,
            action: 'import.confirmed',
            before: { entry: null, event: null },
            limit: 10,
          })
          .then((found) => ({ ok: true as const, value: found.rows })),
      );
      expect(entries).toHaveLength(1);
      expect(readdirSync(join(bench.folder, 'uploads'))).toEqual([]);
    }));

  it('recognises its source by the headers, and the same file by its bytes', () =>
    withImports(async (bench) => {
      const first = must(await confirmed(bench, await previewed(bench, 'march.csv', ENGLISH, MAIN)));
      const uploadId = await upload(bench, 'march again.csv', ENGLISH);
      const { knownSource, sameFile } = await inspected(bench, uploadId);
      expect(knownSource).toEqual(first.source);
      expect(sameFile?.importId).toBe(first.importId);
      const { sourceId } = first.source;
      const again = await previewed(bench, 'march again.csv', ENGLISH, { sourceId });
      expect(again.counts).toEqual({ good: 0, bad: 0, skipped: 16 });
      expect(again.warnings.map(({ warning }) => warning)).toEqual(['nothing-to-import', 'same-file']);
      expect(codeOf(await confirmed(bench, again))).toBe('nothing-to-import');
    }));

  it('that names no currency is in the only one of the merchant, and is asked for if there are two', () =>
    withImports(async (bench) => {
      const { db } = bench.session().context;
      const store = async (order: number, currency: string) => {
        const { run } = await db.call('settlement.beginSync', {
          branchIds: [`B${order}`],
          anew: false,
          atMs: order,
          anewAfterMs: 1_000,
        });
        const one = settled(order);
        const rows = [{ ...one, amount: { ...one.amount, currency }, fee: null, vat: null, net: null }];
        await db.call('settlement.storePage', { run, rows, pagesDone: 1, total: 1 });
      };
      const guessed = async (name: string) =>
        (await inspected(bench, await upload(bench, name, NO_CURRENCY))).table?.guess.currency;
      expect(await guessed('before.csv')).toBeNull();
      await store(1, 'EGP');
      expect(await guessed('one.csv')).toEqual({ kind: 'fixed', code: 'EGP' });
      await store(2, 'USD');
      expect(await guessed('two.csv')).toBeNull();
    }));

  it('of two sources whose files look alike is asked for, and its columns are known', () =>
    withImports(async (bench) => {
      must(await confirmed(bench, await previewed(bench, 'a.csv', ENGLISH, MAIN)));
      must(await confirmed(bench, await previewed(bench, 'b.csv', ENGLISH, { name: 'Second account' })));
      const { knownSource, table } = await inspected(bench, await upload(bench, 'c.csv', ENGLISH));
      expect(knownSource).toBeNull();
      expect(table?.guess.currency).toEqual({ kind: 'fixed', code: 'EGP' });
      expect(table?.guess.rest.dateOrder).toBe('dmy');
    }));

  it('takes of an overlapping statement only what is new', () =>
    withImports(async (bench) => {
      const { source } = must(await confirmed(bench, await previewed(bench, 'march.csv', ENGLISH, MAIN)));
      const text = new TextDecoder().decode(ENGLISH);
      const later = text.replace('31/03/2026,31/03/2026,ACCOUNT FEES', '01/04/2026,01/04/2026,ACCOUNT FEES');
      const preview = await previewed(bench, 'april.csv', Buffer.from(later), { sourceId: source.sourceId });
      expect(preview.counts).toEqual({ good: 1, bad: 0, skipped: 15 });
      expect(preview.skippedBy).toContainEqual({ reason: 'already-imported', count: 4 });
      expect(preview.balances[0]?.difference.minor).toBe(0n);
    }));

  it('that was withdrawn counts no more, and its file can come in again', () =>
    withImports(async (bench) => {
      const first = must(await confirmed(bench, await previewed(bench, 'march.csv', ENGLISH, MAIN)));
      const { imports } = bench.session();
      const { importId } = first;
      expect(codeOf(await imports.withdraw({ importId, reason: '' }))).toBe('reason-needed');
      const withdrawn = must(await imports.withdraw({ importId, reason: 'the wrong account' }));
      expect(withdrawn).toMatchObject({
        status: 'withdrawn',
        withdrawn: { by: 'mona', reason: 'the wrong account' },
      });
      expect(codeOf(await imports.withdraw({ importId, reason: 'again' }))).toBe('withdrawn-already');
      expect(must(await imports.lines({ importId, text: '', ...page })).rows).toHaveLength(5);
      const again = must(await confirmed(bench, await previewed(bench, 'march.csv', ENGLISH, MAIN)));
      expect(again.lines).toBe(5);
      const list = must(await imports.list({ kind: 'bank', cursor: null, limit: 1 }));
      expect(list.rows).toHaveLength(1);
      const rest = must(await imports.list({ kind: 'bank', cursor: list.next, limit: 1 }));
      expect(new Set([...list.rows, ...rest.rows].map((one) => one.importId))).toEqual(
        new Set([importId, again.importId]),
      );
      expect(rest.next).toBeNull();
    }));

  it('with bad lines is stored only when a person leaves all of them out', () =>
    withImports(async (bench) => {
      const preview = await previewed(bench, 'b.csv', bytesOfFixture('brackets.csv'), MAIN);
      expect(preview.counts).toMatchObject({ good: 6, bad: 1 });
      const { uploadId, previewId } = preview;
      const { imports } = bench.session();
      const bad = must(await imports.previewPage({ uploadId, previewId, filter: 'bad', ...page }));
      expect(bad.rows[0]).toMatchObject({
        row: 7,
        state: 'bad',
        problems: [{ field: 'amount', column: 2, text: '-(5,00)', problem: 'amount-not-understood' }],
        cells: ['18/03/2026', 'Both signs', '-(5,00)', 'A-6'],
      });
      const refused = await imports.confirm({ uploadId, previewId, leaveOutBad: 0 });
      expect(refused).toMatchObject({ ok: false, error: { code: 'bad-lines', params: { count: 1 } } });
      expect(must(await confirmed(bench, preview))).toMatchObject({ lines: 6, leftOut: 1 });
    }));

  it('whose dates could be either is blocked until a person chooses', () =>
    withImports(async (bench) => {
      const preview = await previewed(bench, 'd.csv', bytesOfFixture('dates-ambiguous.csv'), MAIN);
      expect(await confirmed(bench, preview)).toMatchObject({
        ok: false,
        error: { code: 'blocked', params: { warning: 'date-order-ambiguous' } },
      });
    }));

  it('is refused when another file of its source came in between', () =>
    withImports(async (bench) => {
      const one = await previewed(bench, 'march.csv', ENGLISH, MAIN);
      const two = await previewed(bench, 'arabic.csv', bytesOfFixture('bank-arabic-1256.csv'), MAIN);
      must(await confirmed(bench, two));
      expect(codeOf(await confirmed(bench, one))).toBe('imported-meanwhile');
      expect(must(await bench.session().imports.list({ kind: null, ...page })).rows).toHaveLength(1);
      await bench.restart();
      expect(must(await bench.session().imports.list({ kind: null, ...page })).rows).toHaveLength(1);
    }));

  it('of a bank format needs no mapping, is known by its account, and holds no sales', () =>
    withImports(async (bench) => {
      const camt = bytesOfFixture('camt053-08.xml');
      const first = must(await confirmed(bench, await previewed(bench, 'a.xml', camt, MAIN)));
      expect(first).toMatchObject({ format: 'camt053', lines: 7, skipped: 1 });
      const uploadId = await upload(bench, 'b.xml', bytesOfFixture('camt053-02.xml'));
      expect((await inspected(bench, uploadId)).knownSource).toEqual(first.source);
      const asSales = await bench.session().imports.preview({
        uploadId,
        kind: 'pos',
        source: { name: 'Till' },
        reading: null,
        mapping: null,
        columnsConfirmed: false,
        twins: null,
      });
      expect(codeOf(asSales)).toBe('kind-not-fitting');
    }));
});

describe('an upload', () => {
  it('comes in order; a chunk that is sent again changes nothing', () =>
    withImports(async (bench) => {
      const { imports } = bench.session();
      const { uploadId } = must(await imports.begin({ fileName: 'a.csv', size: 6 }));
      const base64 = Buffer.from('Da').toString('base64');
      expect(must(await imports.chunk({ uploadId, at: 0, base64 }))).toEqual({ received: 2 });
      expect(must(await imports.chunk({ uploadId, at: 0, base64 }))).toEqual({ received: 2 });
      expect(await imports.chunk({ uploadId, at: 4, base64 })).toMatchObject({
        ok: false,
        error: { code: 'out-of-order', params: { at: 2 } },
      });
      expect(codeOf(await imports.inspect({ uploadId, reading: unread }))).toBe('incomplete');
    }));

  it('is gone when it is discarded or the app starts again, with everything it left on disk', () =>
    withImports(async (bench) => {
      const preview = await previewed(bench, 'march.csv', ENGLISH, MAIN);
      await bench.session().imports.discard({ uploadId: preview.uploadId });
      expect(readdirSync(join(bench.folder, 'uploads'))).toEqual([]);
      expect(codeOf(await confirmed(bench, preview))).toBe('upload-gone');
      await upload(bench, 'march.csv', ENGLISH);
      await bench.restart((folder) => writeFileSync(join(folder, 'uploads-left'), ''));
      expect(existsSync(join(bench.folder, 'uploads'))).toBe(false);
    }));

  it('that is too large or empty is refused at once', () =>
    withImports(async (bench) => {
      const { imports } = bench.session();
      expect(codeOf(await imports.begin({ fileName: 'a', size: 200 * 1024 * 1024 }))).toBe('too-large');
      expect(codeOf(await imports.begin({ fileName: 'a', size: 0 }))).toBe('empty-file');
    }));
});

describe('when the file of lines is damaged', () => {
  const damage = (folder: string) =>
    writeFileSync(join(folder, 'imports.sqlite'), 'this is no database at all, whatever it was before');

  it('the profile opens, says which imports lost their lines, and the same file puts them back under their names', () =>
    withImports(async (bench) => {
      const text = new TextDecoder().decode(ENGLISH);
      const first = must(await confirmed(bench, await previewed(bench, 'march.csv', ENGLISH, MAIN)));
      const ref = { sourceId: first.source.sourceId };
      const later = Buffer.from(
        text.replace('31/03/2026,31/03/2026,ACCOUNT', '01/04/2026,01/04/2026,ACCOUNT'),
      );
      const second = must(await confirmed(bench, await previewed(bench, 'april.csv', later, ref)));
      await bench.restart(damage);
      const { imports } = bench.session();
      const statuses = must(await imports.list({ kind: null, ...page })).rows.map(({ status }) => status);
      expect(statuses).toEqual(['lines-missing', 'lines-missing']);
      expect(codeOf(await imports.lines({ importId: first.importId, text: '', ...page }))).toBe(
        'lines-missing',
      );
      // The later one first: it left out what the other had, and does again.
      for (const [bytes, head, lines] of [
        [later, second, [14]],
        [ENGLISH, first, [10, 11, 12, 13, 14]],
      ] as const) {
        const preview = await previewed(bench, 'again.csv', bytes, ref);
        expect(preview.refills).toBe(head.importId);
        expect(must(await confirmed(bench, preview))).toEqual(head);
        const stored = must(await imports.lines({ importId: head.importId, text: '', ...page })).rows;
        expect(stored.map(({ lineNo }) => lineNo)).toEqual(lines);
      }
    }));

  it('lines that another file brought in since are not put back a second time', () =>
    withImports(async (bench) => {
      const text = new TextDecoder().decode(ENGLISH);
      const first = must(await confirmed(bench, await previewed(bench, 'march.csv', ENGLISH, MAIN)));
      const ref = { sourceId: first.source.sourceId };
      await bench.restart(damage);
      const later = Buffer.from(
        text.replace('31/03/2026,31/03/2026,ACCOUNT', '01/04/2026,01/04/2026,ACCOUNT'),
      );
      expect(must(await confirmed(bench, await previewed(bench, 'april.csv', later, ref))).lines).toBe(5);
      const preview = await previewed(bench, 'march.csv', ENGLISH, ref);
      expect(preview.refills).toBeNull();
      expect(preview.counts.good).toBe(1);
    }));
});
