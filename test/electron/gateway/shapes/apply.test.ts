import { describe, expect, it } from 'vitest';
import { decodeEligiblePage } from '#electron/gateway/endpoints/instant-settlement.ts';
import { decodeWindows } from '#electron/gateway/endpoints/settlement.ts';
import { readAllPages } from '#electron/services/read-all-pages.ts';
import { inOurForm } from '#electron/gateway/shapes/apply.ts';
import { openForms } from '#electron/gateway/shapes/forms.ts';
import { object } from '../recorder.ts';

/** As a client reads it of which nothing was learnt. */
function windowsOf(text: string, page = 1) {
  const read = inOurForm(openForms['settlement.windows'], null, object(text), page);
  return read.ok ? decodeWindows(read.body, page) : null;
}

describe('a list of windows in another form', () => {
  it('is read by its ids, dates and states; an amount under another name is not guessed', () =>
    expect(
      windowsOf(
        '{"data":[{"id":"W-1","state":"OPEN","from":"2026-11-17T10:30:00Z","to":"later","currency":"EGP","total":1234.5}]}',
      )?.rows,
    ).toMatchObject([
      {
        windowId: 'W-1',
        status: { kind: 'known', value: 'OPEN' },
        opensAt: { kind: 'instant' },
        closesAt: { kind: 'text', raw: 'later' },
        gross: null,
        net: null,
      },
    ]));

  it('has amounts in another spelling, and its batches in the same', () =>
    expect(
      windowsOf(
        '{"response":{"items":[{"window_id":"W-1","currency_code":"EGP","net_amount":"10.50","batches":[{"id":"B-1","net_amount":"10.50"}]}]}}',
      )?.rows,
    ).toMatchObject([{ net: { minor: 1050n }, batches: [{ batchId: 'B-1', net: { minor: 1050n } }] }]));

  it('has no amounts where all of them are whole numbers: they may be minor units', () =>
    expect(
      windowsOf('{"data":[{"windowId":"W-1","currency":"EGP","netAmount":1050}]}')?.rows[0]?.net,
    ).toBeNull());

  it('in our own form has no amounts where even the VAT of three rows is whole', () => {
    const row = (at: number) => `{"windowId":"W-${at}","currency":"EGP","grossAmount":120050,"vatAmount":33}`;
    expect(windowsOf(`{"body":[${row(1)},${row(2)}]}`)?.rows[0]?.gross).not.toBeNull();
    expect(windowsOf(`{"body":[${row(1)},${row(2)},${row(3)}]}`)?.rows[0]?.gross).toBeNull();
  });

  it('has no amounts where net and gross have changed places in three rows', () => {
    const row = (at: number) =>
      `{"windowId":"W-${at}","currency":"EGP","grossAmount":97.72,"feesAmount":2.00,"vatAmount":0.28,"netAmount":100.00}`;
    expect(windowsOf(`{"body":[${row(1)},${row(2)}]}`)?.rows[0]?.gross).not.toBeNull();
    expect(windowsOf(`{"body":[${row(1)},${row(2)},${row(3)}]}`)?.rows[0]).toMatchObject({
      gross: null,
      net: null,
    });
  });

  it('is refused where two lists are given, and where no row is a window', () => {
    expect(windowsOf('{"data":[{"id":"1"}],"items":[{"id":"2"}]}')).toBeNull();
    expect(windowsOf('{"body":[{"reference":"1"}]}')).toBeNull();
  });

  it('has no number of rows from a total that may be an amount', () =>
    expect(windowsOf('{"data":[{"id":"1"}],"total":1}')?.total).toBeNull());

  it('that is empty under another name says nothing, except behind other pages', () => {
    expect(windowsOf('{"data":[]}')).toBeNull();
    expect(windowsOf('{"data":[]}', 2)?.rows).toEqual([]);
  });
});

it('the id of a sale that can be paid early is never taken from another name', () => {
  const text = '{"data":[{"id":"1","amount":1.50,"currency":"EGP"}]}';
  const read = inOurForm(openForms['instant-settlement.eligible'], null, object(text));
  expect(read.ok && decodeEligiblePage(read.body, 1)).toBeNull();
});

describe('a gateway that does not turn pages', () => {
  const reading = (more: object) =>
    readAllPages(
      async (page) => ({
        ok: true,
        value: { rows: [{ id: 'W-1' }], unreadable: 0, page, pages: null, total: null, ...more },
      }),
      async () => {},
    );

  it('has given its whole list at once', async () =>
    expect(await reading({})).toEqual({ ok: true, value: { unreadable: 0 } }));

  it('is not read to the end where it says that more follow, or counts more rows', async () => {
    for (const more of [{ more: true }, { total: 2 + 7 }, { pages: 3 }])
      expect(await reading(more)).toMatchObject({ ok: false, error: { code: 'bad-answer' } });
  });
});
