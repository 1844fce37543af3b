import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Where a word of a gateway may stand: the one module, the other sides of the wire, what is sent, and what landed before. */
const MAY_SPELL = [
  'shared/domain/kinds/words.ts',
  'shared/domain/order.ts', // what an operation on an online order is called when it is asked for (§4.2)
  'electron/gateway/endpoints/orders.ts', // the bodies of those requests
  'electron/sandbox/',
  'electron/core/story/control-path.ts', // what customers do in Practice
  'electron/conformance/',
  'electron/database/migrations/', // as it was when it landed
];
/** The built-in gateway keeps its own books, with signs of its own. Here: sums of amounts that are no sums of what rows add, and why. */
const MAY_SUM = [
  'electron/sandbox/',
  'electron/database/repositories/settled-sync.ts', // compared with the gateway's own total, which is of amounts as it lists them
  'electron/database/repositories/settled-fill.ts', // the same figure of each day (`listed`), beside what its rows add
  'electron/database/repositories/settled-recount.ts', // the same figure beside that total (`listed`), and the size of what is not summed
  'electron/database/repositories/kinds/words.ts', // the size of a word's rows, shown beside the word
  'electron/database/repositories/kept-lists.ts', // what bills ask for and transfers send, as listed; in no sum of takings
  'electron/database/repositories/checkouts.ts', // what customers were asked for, paid or not; in no sum of takings
  'electron/database/repositories/reconciliation/run/books.ts', // lines of imported files, which have their own sign
  'electron/database/migrations/',
];

const WORD = /(['"`])(SALE|REVERSAL|REFUND|VOID|PURCHASE|RETURN)\1/;
const SUM = /\bSUM\s*\([^)]*\bamount_minor\b/i;

type Source = { readonly path: string; readonly text: string };
function sources(folder: string): Source[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return /\.tsx?$/.test(name)
      ? [{ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }]
      : [];
  });
}
const found = (all: readonly Source[], pattern: RegExp, allowed: readonly string[]): string[] =>
  all
    .filter(({ path, text }) => pattern.test(text) && !allowed.some((one) => path.startsWith(one)))
    .map(({ path }) => path);

const all = ['shared', 'electron', 'renderer'].flatMap(sources);

describe('what a row means', () => {
  it('is read from no word of a gateway outside the one module that knows them', () => {
    expect(found(all, WORD, MAY_SPELL)).toEqual([]);
  });
  it('is in every sum: nothing sums amounts as they are listed', () => {
    expect(found(all, SUM, MAY_SUM)).toEqual([]);
  });
  it('is looked for in what is there: a planted word and a planted sum are found', () => {
    const planted = [
      { path: 'electron/services/planted.ts', text: `const isSale = row.paymentType === 'SALE';` },
      { path: 'renderer/planted.tsx', text: 'const q = `SELECT SUM(s.amount_minor) FROM settled AS s`;' },
    ];
    expect(found(planted, WORD, MAY_SPELL)).toEqual(['electron/services/planted.ts']);
    expect(found(planted, SUM, MAY_SUM)).toEqual(['renderer/planted.tsx']);
  });
  it('has no leave that nothing needs', () => {
    const used = (pattern: RegExp) => (one: string) =>
      all.some(({ path, text }) => path.startsWith(one) && (one.endsWith('/') || pattern.test(text)));
    expect(MAY_SPELL.filter((one) => !one.includes('words.ts')).filter((one) => !used(WORD)(one))).toEqual(
      [],
    );
    expect(MAY_SUM.filter((one) => !used(SUM)(one))).toEqual([]);
  });
});
