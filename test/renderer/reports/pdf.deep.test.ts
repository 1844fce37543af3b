/** Paper in Arabic, and the pages of one report several times over. */
import { afterAll, describe, it } from 'vitest';
import { zReport } from './fixture.ts';
import { browser, canReadText, cases, expectOnEveryPage, expectWhole, removeFolder } from './paper-files.ts';

afterAll(removeFolder);

describe.skipIf(browser === null)('a PDF by the installed browser', () => {
  it.each(cases)('%s in ar on %s has the size of its paper and nothing lost', (...one) =>
    expectWhole(one, 'ar'),
  );

  it.skipIf(!canReadText)('has the marks of its pages every time: a font may be there late', async () => {
    for (let time = 0; time < 3; time += 1) await expectOnEveryPage(zReport, 'PRACTICE · COPY 2');
  });
});
