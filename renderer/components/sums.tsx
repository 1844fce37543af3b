/** Sums of rows as figures beside one another, which add up, and what they lack. */
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Report } from '#shared/contract/closing-z.ts';
import type { ReportSums, RowSums, Total } from '#shared/contract/terminals.ts';
import { addMoney, type Money } from '#shared/money/money.ts';
import { useLocale } from '../app-store.ts';
import { useMay } from '../people-store.ts';
import { formatAmounts, formatCount } from '../i18n/format.ts';
import { useAmountHead } from './amount-head.ts';
import { useCounted } from './counted.ts';
import { Fact } from './fact.tsx';
import { LateName } from './late.tsx';
import { MoneyText, TotalsText } from './money-text.tsx';
import { authorizedIn, countOf, partsOf, type SumPart } from './sum-parts.ts';

/** The way to the question what a word means; for whoever may not answer it, who does. */
export function WordsLink() {
  const { t } = useTranslation();
  const may = useMay('words.say');
  return (
    <>
      <Anchor component={Link} href="/settings/words" inherit>
        {t(may.allowed ? 'words.say.start' : 'words.see')}
      </Anchor>
      {!may.allowed && <> {t('words.whoMay')}</>}
    </>
  );
}

/** "3 transactions of a kind not known, EGP 120.00, are not in this sum"; nothing if the sum lacks none. */
export function NotSummed({ totals }: { totals: readonly Total[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  if (totals.length === 0) return null;
  const amount = formatAmounts(
    totals.map(({ amount }) => amount),
    locale,
  );
  return (
    <span className="chip wraps" data-tone="late">
      <span>
        {t('terminals.sum.notSummed', { ...counted(countOf(totals)), amount })} <WordsLink />
      </span>
    </span>
  );
}

/** "2 pairs that cancel out": sales among the rows that were undone, with what undid them; nothing if there are none. */
export function UndoneFact({ totals }: { totals: readonly Total[] }) {
  const { t } = useTranslation();
  const counted = useCounted();
  if (totals.length === 0) return null;
  return (
    <Fact label={t('terminals.sum.undone', counted(countOf(totals)))}>
      <span className="muted">
        <TotalsText totals={[...totals]} size={16} />
      </span>
    </Fact>
  );
}

const countInNet = (sums: RowSums | ReportSums): number => countOf(partsOf(sums).at(-1)?.totals ?? []);

type WithAuthorizedProps = {
  sums: RowSums | ReportSums | null;
  count: number;
  /** Where no net is named near it: that they are not in it, too. */
  whole?: boolean;
  /** On a line of its own, where the count is in another column. */
  below?: boolean;
};

/** "2 of them authorisations", for a count that includes authorisations, which are in no net. Null if there are none, or if the count is not that of the sums. */
export function useHeldWords(): (sums: RowSums | ReportSums | null, count: number) => string | null {
  const { t } = useTranslation();
  const counted = useCounted();
  return (sums, count) => {
    const authorized = sums === null ? 0 : countOf(authorizedIn(sums));
    if (sums === null || authorized === 0 || count !== countInNet(sums) + authorized) return null;
    return t('closing.withAuthorized', counted(authorized));
  };
}

/** Beside a count: how many of it are authorisations. */
export function WithAuthorized({ sums, count, whole = false, below = false }: WithAuthorizedProps) {
  const { t } = useTranslation();
  const held = useHeldWords()(sums, count);
  if (held === null) return null;
  const words = (whole || below ? [held, t('terminals.sum.notInNet')] : [held]).join(
    t('operations.ack.comma'),
  );
  return below ? (
    <div className="muted plain held-below">{words}</div>
  ) : (
    <span className="muted plain"> · {words}</span>
  );
}

/** Shown until the sums of this filter come, so that the sums of another filter never stand under its name. */
export function SumsComing() {
  const { t } = useTranslation();
  return (
    <span className="muted" aria-busy="true">
      {t('app.sumsComing')}
    </span>
  );
}

/** How many are authorised, apart from the terms that add up. */
function HeldFact({ sums }: { sums: RowSums | ReportSums }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const authorized = countOf(authorizedIn(sums));
  if (authorized === 0) return null;
  return (
    <Fact label={`${t('terminals.sum.authorizedShort')} · ${formatCount(authorized, locale)}`}>
      <span className="muted">{t('terminals.sum.notInNet')}</span>
    </Fact>
  );
}

/** `children`: what follows from the net, such as what was counted. */
type SumFactsProps = { sums: RowSums | ReportSums; children?: ReactNode };

/** One row that reads sales − refunds − voids − reversals = net; the net alone is large. */
export function SumFacts({ sums, children }: SumFactsProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const parts = partsOf(sums);
  const net = parts.at(-1)?.totals ?? [];
  return (
    <>
      {parts.slice(0, -1).map(({ part, totals }) => (
        <Fact
          key={part}
          term="part"
          label={`${t(`terminals.sum.${part}`)} · ${formatCount(countOf(totals), locale)}`}
        >
          <TotalsText totals={totals} strong />
        </Fact>
      ))}
      <Fact
        term="sum"
        label={`${t('terminals.sum.net')} · ${t('terminals.footer.transactions', counted(countOf(net)))}`}
      >
        <TotalsText totals={net} strong size={20} />
      </Fact>
      {children}
      <HeldFact sums={sums} />
      <NotSummed totals={sums.notSummed} />
    </>
  );
}

type SumLine = { part: SumPart; totals: readonly Total[] };
/** What was counted: the net and what the count differs by, a term for each currency. */
function CountedRows({ net, difference }: { net: readonly Total[]; difference: readonly Money[] }) {
  const { t } = useTranslation();
  return difference.flatMap((amount) => {
    const whole = net.find((one) => one.amount.currency === amount.currency)?.amount;
    // Where nothing was sold in a currency, all that was counted in it is the difference.
    const counted = whole ? addMoney(whole, amount) : amount;
    return [
      <tr key={`difference ${amount.currency}`} data-term="part" data-tone="late">
        <th scope="row">
          <LateName>{t('closing.column.difference')}</LateName>
        </th>
        <td />
        <td className="number-cell">
          <MoneyText value={amount} strong signed />
        </td>
      </tr>,
      <tr key={`counted ${amount.currency}`} data-term="sum">
        <th scope="row">{t('closing.column.counted')}</th>
        <td />
        <td className="number-cell">
          <MoneyText value={counted} strong />
        </td>
      </tr>,
    ];
  });
}

type HeldLine = { count: number; currency: string; amount: Money | null };
type TypeTotals = Report['totals'];

/** How much is authorised, where it is said of as many rows; the sums themselves say only of how many. */
function heldIn(sums: RowSums | ReportSums, held: readonly Total[]): HeldLine[] {
  return authorizedIn(sums).map(({ count, amount: { currency } }) => {
    const own = held.filter(({ amount }) => amount.currency === currency);
    const minor = own.reduce((sum, { amount }) => sum + amount.minor, 0n);
    return { count, currency, amount: countOf(own) === count ? { minor, currency } : null };
  });
}

/** What the totals by type say of it. */
const heldByType = (totals: TypeTotals): Total[] =>
  totals.flatMap(({ kind, count, amount }) => (kind === 'authorization' ? [{ count, amount }] : []));

type LinesProps = {
  parts: readonly SumLine[];
  authorized: readonly HeldLine[];
  difference: readonly Money[];
  noDifference: string | null;
};

/** What is authorised stands apart from the calculation: it is a term of none of its sums. */
function HeldRows({ authorized }: Pick<LinesProps, 'authorized'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (authorized.length === 0) return null;
  return (
    <tbody className="sum-apart">
      {authorized.map(({ count, currency, amount }) => (
        <tr key={currency} className="muted">
          <th scope="row">
            {t('terminals.sum.authorized')}
            {amount === null && <div className="size-12">{t('terminals.sum.authorizedUnsaid')}</div>}
          </th>
          <td className="number-cell">{formatCount(count, locale)}</td>
          <td className="number-cell">{amount === null ? '—' : <MoneyText value={amount} />}</td>
        </tr>
      ))}
    </tbody>
  );
}

/** For places with enough height: the terms stand below one another, decimals below decimals. */
function LinesOf({ parts, authorized, difference, noDifference }: LinesProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const net = parts.at(-1)?.totals ?? [];
  const currencies = [
    ...parts.flatMap(({ totals }) => totals).map(({ amount }) => amount),
    ...authorized,
    ...difference,
  ];
  const { className, amountHead } = useAmountHead(currencies);
  return (
    <table className={`calculation sum-lines ${className}`}>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('closing.column.count')}</th>
          <th scope="col">{amountHead(t('terminals.column.transactionAmount'))}</th>
        </tr>
      </thead>
      <tbody>
        {parts.flatMap(({ part, totals }) =>
          totals.map(({ count, amount }) => (
            <tr key={`${part} ${amount.currency}`} data-term={part === 'net' ? 'sum' : 'part'}>
              <th scope="row">{t(`terminals.sum.${part}`)}</th>
              <td className="number-cell">{formatCount(count, locale)}</td>
              <td className="number-cell">
                <MoneyText value={amount} strong={part === 'net'} />
              </td>
            </tr>
          )),
        )}
        <CountedRows net={net} difference={difference} />
        {noDifference !== null && (
          <tr>
            <th scope="row">{t('closing.column.difference')}</th>
            <td />
            <td className="number-cell no-wrap">{noDifference}</td>
          </tr>
        )}
      </tbody>
      <HeldRows authorized={authorized} />
    </table>
  );
}

/** How much is authorised is said by `totals`, by type, or by `held`. */
type SumLinesProps = {
  sums: RowSums | ReportSums;
  /** Of a close, what its count differs by. */
  difference?: Money[];
  /** That it does not differ, in words. */
  noDifference?: string | null;
  totals?: TypeTotals | undefined;
  held?: readonly Total[] | null;
};

export function SumLines({
  sums,
  difference = [],
  noDifference = null,
  totals = [],
  held = null,
}: SumLinesProps) {
  return (
    <>
      <LinesOf
        parts={partsOf(sums)}
        authorized={heldIn(sums, held ?? heldByType(totals))}
        difference={difference.filter(({ minor }) => minor !== 0n)}
        noDifference={noDifference}
      />
      <NotSummed totals={sums.notSummed} />
    </>
  );
}
