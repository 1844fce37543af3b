/** Where amounts stand side by side as a calculation, what is shown adds up, to the last term and in both languages. */
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BridgeView } from '#shared/contract/bridge.ts';
import type { ListedRequest, Offer } from '#shared/contract/instant-settlement.ts';
import type { ListedSettled, ListedWindow } from '#shared/contract/settlement.ts';
import type { ReportSums, RowSums } from '#shared/contract/terminals.ts';
import { ReportSheet } from '#renderer/features/reports/sheet.tsx';
import type { Language } from '#renderer/i18n/index.ts';
import { formatCount } from '#renderer/i18n/format.ts';
import { addedUp, markupOf, termsIn } from './adds-up.tsx';
import { minorOf } from './shown-minor.ts';
import { content, zDocument } from './reports/fixture.ts';
import { useTexts } from './reports/texts.ts';

Object.assign(globalThis, {
  location: { hash: '#/today' },
  window: { closeout: { invoke: () => new Promise(() => {}), subscribe: () => () => undefined } },
});
const { useApp } = await import('#renderer/app-store.ts');
const { OfferTable } = await import('#renderer/features/instant-settlement/offer-table.tsx');
const { EarlyCalculation } = await import('#renderer/features/instant-settlement/early-calculation.tsx');
const { Requests } = await import('#renderer/features/instant-settlement/requests.tsx');
const { SettledNet, WindowNet } = await import('#renderer/features/settlement/how-net.tsx');
const { BridgeLines } = await import('#renderer/features/bridge/lines.tsx');
const { SumFacts, SumLines } = await import('#renderer/components/sums.tsx');
const { Parts } = await import('#renderer/features/acknowledgement/covered.tsx');

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const total = (count: number, minor: bigint) => [{ count, amount: egp(minor) }];

/** Card fees of 204.00 stand between the sales and what comes anyway, and 159.00 of the early payout behind them. */
const offer: Offer = {
  quoteId: 'q',
  quotedAtMs: 0,
  validUntilMs: 60_000,
  transactionIds: [],
  count: 9,
  branchCount: 1,
  total: egp(863_120n),
  totalNet: egp(842_720n),
  rateText: '1.5',
  rateFee: egp(12_947n),
  flatFee: egp(1_000n),
  vat: egp(1_953n),
  totalFees: egp(15_900n),
  netTransfer: egp(826_820n),
  feeShareBasisPoints: 184,
  freeFrom: null,
  freeOn: null,
  daysSoonerTenths: null,
  costPerDay: null,
  yearlyBasisPoints: null,
  usuallyTakesMs: null,
};
const request: ListedRequest = {
  requestId: 'IR-1',
  status: { kind: 'known', value: 'PENDING' },
  total: offer.total,
  totalFees: offer.totalFees,
  vat: offer.vat,
  netTransfer: offer.netTransfer,
  totalNet: offer.totalNet,
  rateFee: offer.rateFee,
  flatFee: offer.flatFee,
  count: 9,
  createdAt: null,
  history: [],
  declineReason: null,
  operationId: null,
  membersFrom: null,
  memberCount: 0,
};
const sums: RowSums = {
  net: total(6, 9_765n),
  sales: total(3, 15_839n),
  returns: total(3, -6_074n),
  undone: total(2, 5_839n),
  notSummed: [],
};
const reportSums: ReportSums = {
  ...sums,
  refunds: total(1, -235n),
  voids: total(1, -3_000n),
  reversals: total(1, -2_839n),
};
const settledRow: ListedSettled = {
  transactionId: 'TX-1',
  merchantOrderId: 'W-1',
  refNumber: 'R-1',
  terminalId: 'T1',
  branchId: 'B1',
  branchName: null,
  channel: 'pos',
  method: 'card',
  paymentType: 'REFUND',
  entryMode: null,
  amount: egp(120_450n),
  fee: egp(200n),
  vat: egp(28n),
  net: egp(-120_678n),
  settlementDate: null,
  createdAt: null,
  windowId: 'W',
  batchId: null,
  early: null,
  odd: [],
  kind: 'refund',
  adds: egp(-120_450n),
  undoes: null,
  undoneBy: [],
};
const explained: ListedWindow['bridge'] = {
  state: 'explained',
  expected: egp(8_744_800n),
  deposited: egp(8_744_800n),
  unexplained: egp(0n),
  noStatement: null,
};
const window: Pick<ListedWindow, 'gross' | 'fees' | 'vat' | 'adjustments' | 'net' | 'bridge'> = {
  bridge: explained,
  gross: egp(9_000_000n),
  fees: egp(180_000n),
  vat: egp(25_200n),
  adjustments: egp(-50_000n),
  net: egp(8_744_800n),
};
const bridge: BridgeView = {
  of: 'window',
  windowIds: ['W'],
  unnamedPayouts: [],
  subject: 'W',
  isOpen: false,
  lines: [
    { line: 'closed', amount: egp(9_850_225n), count: 189 },
    { line: 'late', amount: egp(100_000n), count: 2 },
    { line: 'reversed', amount: egp(-124_700n), count: 5 },
    { line: 'fees', amount: egp(-196_512n), count: 184 },
    { line: 'vat', amount: egp(-27_511n), count: 184 },
  ],
  expected: egp(9_601_502n),
  gatewayNet: null,
  gatewayDiffers: null,
  deposits: [],
  statement: [],
  paidIn: null,
  deposited: egp(9_600_002n),
  unexplained: egp(-1_500n),
  noDeposit: null,
  otherCurrencies: [],
  settledRead: { readAtMs: null, lastError: null },
};

/** Every sum that is shown, and what the shown terms come to. */
const sumsIn = (markup: string) => addedUp(termsIn(markup));
const isWhole = (minor: bigint) => ({ shown: minor, added: minor });

describe.each<[Language, 'latin' | 'arabic']>([
  ['en', 'latin'],
  ['ar', 'latin'],
  ['ar', 'arabic'],
])('in %s with %s digits', (language, digits) => {
  const locale = { language, digits };
  beforeEach(async () => {
    await useTexts(language);
    // What is rendered to text reads the first state of a store.
    Object.assign(useApp.getInitialState(), { settings: { language, digits } });
  });

  it('an offer of early money: sales, card fees, the fees of the offer, what arrives', () => {
    const slot = { which: 'below' as const, transactionIds: [], offer, error: null, gone: 0 };
    const markup = markupOf(
      <OfferTable slots={[slot]} limits={null} onTake={() => {}} onRequote={() => {}} />,
    );
    expect(sumsIn(markup)).toEqual([isWhole(842_720n), isWhole(826_820n)]);
    expect(termsIn(markup).map(({ minor }) => minor)).toContain(-20_400n);
  });

  it('what is confirmed of it, and the request afterwards', () => {
    for (const of of [offer, request])
      expect(sumsIn(markupOf(<EarlyCalculation of={of} />))).toEqual([isWhole(842_720n), isWhole(826_820n)]);
    const read = { readAtMs: 1, lastError: null };
    const listed = markupOf(<Requests of={{ requests: [request], read }} />);
    expect(sumsIn(listed)).toEqual([isWhole(826_820n)]);
    expect(termsIn(listed).map(({ minor }) => minor)).toEqual([863_120n, -20_400n, -15_900n, 826_820n]);
  });

  it('parts that the gateway does not give, or that do not add up, have a line of their own', () => {
    const bare = { ...request, totalNet: null, rateFee: null, flatFee: null, vat: null };
    const odd = { ...request, netTransfer: egp(826_800n) };
    expect(sumsIn(markupOf(<EarlyCalculation of={bare} />))).toEqual([isWhole(826_820n)]);
    expect(sumsIn(markupOf(<EarlyCalculation of={odd} />))).toEqual([isWhole(842_720n), isWhole(826_800n)]);
    expect(termsIn(markupOf(<EarlyCalculation of={odd} />)).at(-2)).toEqual({ isSum: false, minor: -20n });
    const read = { readAtMs: 1, lastError: null };
    const listed = (one: typeof request) => markupOf(<Requests of={{ requests: [one], read }} />);
    expect(sumsIn(listed(odd))).toEqual([isWhole(826_800n)]);
    expect(sumsIn(listed(bare))).toEqual([isWhole(826_820n)]);
    expect(sumsIn(listed({ ...request, total: null }))).toEqual([isWhole(826_820n)]);
  });

  it('a settled transaction: amount, fee, VAT, net; and one whose net is another', () => {
    expect(sumsIn(markupOf(<SettledNet row={settledRow} />))).toEqual([isWhole(-120_678n)]);
    const odd = { ...settledRow, net: egp(-120_600n) };
    expect(sumsIn(markupOf(<SettledNet row={odd} />))).toEqual([isWhole(-120_600n)]);
    expect(termsIn(markupOf(<SettledNet row={odd} />))).toHaveLength(5);
  });

  it('a settlement window: gross, fees, VAT, adjustments, net', () => {
    expect(sumsIn(markupOf(<WindowNet window={window as ListedWindow} />))).toEqual([isWhole(8_744_800n)]);
    const odd = { ...window, net: egp(8_744_000n) } as ListedWindow;
    expect(sumsIn(markupOf(<WindowNet window={odd} />))).toEqual([isWhole(8_744_000n)]);
  });

  it('a window whose deposit is another: the same calculation leads on to what was deposited', () => {
    const bridge: ListedWindow['bridge'] = {
      ...explained,
      state: 'unexplained',
      deposited: egp(8_759_800n),
      unexplained: egp(15_000n),
    };
    const shown = (change: Partial<typeof window>) =>
      sumsIn(markupOf(<WindowNet window={{ ...window, bridge, ...change } as ListedWindow} />));
    expect(shown({})).toEqual([isWhole(8_744_800n), isWhole(8_759_800n)]);
    expect(shown({ bridge: { ...bridge, expected: egp(1n) } })).toEqual([isWhole(8_744_800n)]);
  });

  it('amounts that are known where an end is not: each is listed, nothing is summed up, no zero is made up', () => {
    const minors = (node: ReactNode) => termsIn(markupOf(node)).map(({ isSum, minor }) => [isSum, minor]);
    const parts = (...amounts: bigint[]) => amounts.map((minor) => [false, minor]);
    const pending = { ...request, totalNet: null, rateFee: null, flatFee: null, netTransfer: null };
    const early = (of: typeof request) => minors(<EarlyCalculation of={of} />);
    expect(early(pending)).toEqual(parts(863_120n, -1_953n, -13_947n));
    expect(early({ ...pending, total: null })).toEqual(parts(-1_953n, -13_947n));
    expect(early({ ...pending, total: null, vat: null, totalFees: null })).toEqual([]);
    expect(early({ ...request, netTransfer: null })).toEqual([
      ...parts(863_120n, -20_400n),
      [true, 842_720n],
      ...parts(-12_947n, -1_000n, -1_953n),
    ]);
    expect(early({ ...request, total: null })).toEqual([
      ...parts(842_720n, -12_947n, -1_000n, -1_953n),
      [true, 826_820n],
    ]);
    const ofWindow = (change: Partial<typeof window>) =>
      minors(<WindowNet window={{ ...window, ...change } as ListedWindow} />);
    expect(ofWindow({ gross: null })).toEqual(parts(-180_000n, -25_200n, -50_000n));
    expect(ofWindow({ net: null })).toEqual(parts(9_000_000n, -180_000n, -25_200n, -50_000n));
    expect(ofWindow({ gross: null, fees: null, vat: null, adjustments: null })).toEqual([]);
    expect(minors(<SettledNet row={{ ...settledRow, net: null }} />)).toEqual(parts(-120_450n, -200n, -28n));
    expect(minors(<SettledNet row={{ ...settledRow, fee: null, vat: null, net: null }} />)).toEqual([]);
  });

  it('a bridge: every line to what is expected, then the deposit and what is not explained', () => {
    const markup = markupOf(<BridgeLines view={bridge} />);
    const amounts = new Map(
      [...markup.matchAll(/data-line="([a-z-]+)"[\s\S]*?class="money-number"[^>]*>([\s\S]*?)<\/bdi>/g)].map(
        ([, line = '', amount = '']) => [line, minorOf(amount.replace(/<[^>]*>/g, ''))],
      ),
    );
    const of = (line: string) => amounts.get(line) ?? 0n;
    const lines = bridge.lines.reduce((sum, { line }) => sum + of(line), 0n);
    expect([lines, of('expected')]).toEqual([9_601_502n, 9_601_502n]);
    expect(of('expected') + of('unexplained')).toBe(of('deposited'));
  });

  it('sums on screen: sales, returns by kind, net; those of an acknowledgement; those of a terminal', () => {
    expect(sumsIn(markupOf(<SumFacts sums={reportSums} />))).toEqual([isWhole(9_765n)]);
    expect(sumsIn(markupOf(<SumFacts sums={sums} />))).toEqual([isWhole(9_765n)]);
    const parts = termsIn(markupOf(<Parts sums={sums} />));
    expect(parts.reduce((sum, { minor }) => sum + minor, 0n)).toBe(9_765n);
  });

  it('sums on screen: the counts add up, too, without the authorizations that are in no sum', () => {
    const held = { ...reportSums, net: total(8, 9_765n) };
    const facts = markupOf(<SumFacts sums={held} />);
    expect(facts).toContain(`${i18next.t('terminals.sum.authorizedShort')} · ${formatCount(2, locale)}<`);
    expect(sumsIn(facts)).toEqual([isWhole(9_765n)]);
    const lines = markupOf(<SumLines sums={held} />);
    const plain = [...lines.matchAll(/<td class="number-cell">([^<]+)<\/td>/g)].map(([, text = '']) => text);
    // Authorisations have a count and no amount: a zero would say that they hold none.
    expect(plain.filter((text) => text === '—')).toHaveLength(1);
    const counts = plain.filter((text) => text !== '—').map((count) => Number(minorOf(count)));
    const [net, authorized] = counts.slice(-2);
    expect(authorized).toBe(2);
    expect(counts.slice(0, -2).reduce((sum, count) => sum + count, 0)).toBe(net);
    expect(facts).toContain(
      i18next.t('terminals.footer.transactions', { count: net, number: formatCount(net ?? 0, locale) }),
    );
    expect(sumsIn(lines)).toEqual([isWhole(9_765n)]);
    // The net, what the count differs by, and what was counted, below the parts.
    const counted = termsIn(markupOf(<SumLines sums={reportSums} difference={[egp(-35n)]} />));
    expect(addedUp(counted).map(({ shown }) => shown)).toEqual([9_765n, 9_730n]);
    expect(addedUp(counted).every(({ shown, added }) => shown === added)).toBe(true);
    expect(markupOf(<SumFacts sums={reportSums} />)).not.toContain(i18next.t('terminals.sum.notInNet'));
  });

  it('a difference in a currency that was not sold in names its currency, and is all that was counted in it', () => {
    const markup = markupOf(<SumLines sums={reportSums} difference={[{ minor: 2_000n, currency: 'USD' }]} />);
    expect(markup).not.toContain('currency-in-sum');
    expect(
      termsIn(markup)
        .slice(-2)
        .map(({ minor }) => minor),
    ).toEqual([2_000n, 2_000n]);
    const both = markupOf(
      <SumLines sums={reportSums} difference={[egp(-35n), { minor: 2_000n, currency: 'USD' }]} />,
    );
    expect(addedUp(termsIn(both)).map(({ shown }) => shown)).toEqual([9_765n, 9_730n, 2_000n]);
  });

  it.each(['screen', 'a4', 'receipt'] as const)('a Z on %s: sales, returns by kind, net', (paper) => {
    const z = { ...zDocument, content: { ...content, sums: reportSums, late: [] } };
    const html = renderToStaticMarkup(
      <ReportSheet report={{ kind: 'z', z, copy: 0 }} locale={locale} paper={paper} />,
    );
    const shown = (['sales', 'refunds', 'voids', 'reversals', 'net'] as const).map((part) => {
      const name = i18next.t(`terminals.sum.${part}`);
      const row = new RegExp(`>${name}<[\\s\\S]*?class="sheet-amount[^>]*>([\\s\\S]*?)</bdi>`).exec(html);
      return minorOf((row?.[1] ?? '').replace(/<[^>]*>/g, ''));
    });
    const [net, ...parts] = shown.toReversed();
    expect([parts.reduce((sum, minor) => sum + minor, 0n), net]).toEqual([9_765n, 9_765n]);
  });
});
