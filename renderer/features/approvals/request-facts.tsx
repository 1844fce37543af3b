/** The facts of a request: who asked and why, its figures, and for a close the differences with their reasons. */
import { Table } from '@mantine/core';
import type { TFunction } from 'i18next';
import { Fragment, type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import { lineKey, netDifference } from '#shared/domain/closing.ts';
import { earlySums } from '#shared/domain/early-terms.ts';
import { movementKinds } from '#shared/domain/operation.ts';
import { sameMoney, sumByCurrency, type Money } from '#shared/money/money.ts';
import { call } from '../../api/client.ts';
import { useAmountHead } from '../../components/amount-head.ts';
import { useAnswer } from '../../components/asked.ts';
import { useCounted } from '../../components/counted.ts';
import { Calculation, type CalculationTerm } from '../../components/calculation.tsx';
import { DifferenceText, ZName } from '../../components/close-texts.tsx';
import { useLineName } from '../../components/line-names.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FactRow } from '../../components/fact.tsx';
import { LateNote } from '../../components/late.tsx';
import { MoneyList, MoneyText, TotalsText } from '../../components/money-text.tsx';
import { withShortLabels } from '../../components/short-labels.ts';
import { countOf } from '../../components/sum-parts.ts';
import { SumLines, useHeldWords } from '../../components/sums.tsx';
import { TerminalText } from '../../components/terminal-names.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { AskedExceptions } from './asked-exceptions.tsx';
import { closesDay, type Asked } from './texts.ts';

const NO_LINES: ClosingDetail['lines'] = [];
const NO_TERMINALS: ClosingDetail['terminals'] = [];

/** What a close counts and leaves unacknowledged. */
export const leftIn = (terminals: ClosingDetail['terminals']): number =>
  terminals.reduce(
    (sum, { leftOut, outstandingLeft, outstandingCount }) =>
      leftOut || !outstandingLeft ? sum : sum + outstandingCount,
    0,
  );

/** On the PC of the close its sums and reasons are shown as they stand now. */
export function useClose(closingId: string | null) {
  const ask = useCallback(() => call('closing.detail', { closingId: closingId ?? '' }), [closingId]);
  const { value: whole, error } = useAnswer(closingId === null ? null : ask);
  const value = whole && withShortLabels(whole);
  const lines = value?.lines ?? NO_LINES;
  return {
    sums: value?.sums ?? null,
    lines,
    /** Of all its lines; none while one of them is not counted. */
    difference: lines.some((line) => line.difference === null) ? [] : netDifference(lines),
    terminals: value?.terminals ?? NO_TERMINALS,
    error,
  };
}

type DifferingLine = Asked['differences'][number];

type TableProps = { lines: readonly DifferingLine[]; terminals: ClosingDetail['terminals'] };

/** What a line differs by, and why: below it, so that both are read together. */
export function DifferenceTable({ lines, terminals }: TableProps) {
  const { t } = useTranslation();
  const lineName = useLineName(terminals);
  const { className, amountHead } = useAmountHead(lines.map(({ expected }) => expected));
  if (lines.length === 0) return null;
  return (
    <Table
      aria-label={t('closing.review.differences')}
      className={`close-table difference-table ${className}`}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('closing.column.line')}</Table.Th>
          <Table.Th className="number-cell">{amountHead(t('closing.column.expected'))}</Table.Th>
          <Table.Th className="number-cell">{amountHead(t('closing.column.counted'))}</Table.Th>
          <Table.Th className="number-cell">{amountHead(t('closing.column.difference'))}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((one) => (
          <Fragment key={lineKey(one)}>
            <Table.Tr data-explained={one.why !== null}>
              <Table.Td>{lineName(one)}</Table.Td>
              <Table.Td className="number-cell">
                <MoneyText value={one.expected} />
              </Table.Td>
              <Table.Td className="number-cell">
                <MoneyText value={one.counted} />
              </Table.Td>
              <Table.Td className="number-cell">
                <DifferenceText value={one.difference} strong />
              </Table.Td>
            </Table.Tr>
            {one.why && (
              <Table.Tr>
                <Table.Td colSpan={4} className="explained-below">
                  <span className="muted">{t('closing.column.reason')}:</span>{' '}
                  {t(`closing.differenceReason.${one.why.reason}`)} · <bdi>{one.why.note}</bdi> ·{' '}
                  <bdi className="muted">{one.why.by}</bdi>
                </Table.Td>
              </Table.Tr>
            )}
          </Fragment>
        ))}
      </Table.Tbody>
    </Table>
  );
}

type CloseProps = { request: Asked; close: ReturnType<typeof useClose> };

/** On the PC of the close a reason may have been changed since it was asked for: it is shown as it stands now. */
function Differences({ request, close: { lines, terminals, error } }: CloseProps) {
  const now = (one: DifferingLine) =>
    lines.find((line) => lineKey(line) === lineKey(one))?.explanation ?? one.why;
  return (
    <>
      {error && <ErrorNotice error={error} />}
      <DifferenceTable
        lines={request.differences.map((one) => ({ ...one, why: now(one) }))}
        terminals={terminals}
      />
    </>
  );
}

/** How many authorisations a close has, and of how much: they are in none of its sums. */
function Held({ totals }: { totals: NonNullable<Asked['authorized']> }) {
  const { t } = useTranslation();
  const counted = useCounted();
  return (
    <>
      {t('terminals.footer.transactions', counted(countOf(totals)))} · <TotalsText totals={totals} />
    </>
  );
}

const isNetOf = (sums: ReturnType<typeof useClose>['sums'], amounts: readonly Money[]): boolean =>
  sums !== null &&
  sums.net.length === amounts.length &&
  amounts.every((one) => sums.net.some(({ amount }) => sameMoney(one, amount)));

/** What a close leaves unacknowledged, with its amount, and what that means. */
function Left({ terminals, sums }: Pick<ReturnType<typeof useClose>, 'terminals' | 'sums'>) {
  const { t } = useTranslation();
  const counted = useCounted();
  const left = leftIn(terminals);
  const held = useHeldWords()(sums, left);
  const count = t('terminals.footer.transactions', counted(left));
  const words = held === null ? [count] : [count, held];
  const totals = terminals.flatMap(({ leftOut, outstandingLeft, outstanding }) =>
    leftOut || !outstandingLeft ? [] : outstanding,
  );
  const amounts = sumByCurrency(totals.map(({ amount }) => amount));
  return (
    <div className="stack-8">
      <p className="flush">
        <span className="muted">{t('closing.ack.left')}:</span> {words.join(t('operations.ack.comma'))}
        {/* All of the close: its net stands above. */}
        {!isNetOf(sums, amounts) && (
          <>
            {' '}
            · <MoneyList values={amounts} strong />
          </>
        )}
      </p>
      <LateNote>{t('closing.review.leftMeans')}</LateNote>
    </div>
  );
}

type FactsProps = {
  request: Asked;
  /** It was asked for on this PC. */
  isHere?: boolean;
  before?: [string, ReactNode][];
};

function resolutionFacts(t: TFunction, resolution: NonNullable<Asked['resolution']>): [string, ReactNode][] {
  const { evidence, evidenceReference } = resolution;
  return [
    [
      t('operations.resolve.what'),
      t(resolution.resolution === 'done' ? 'operations.resolve.done' : 'operations.resolve.notDone'),
    ],
    [
      t('operations.resolve.evidence'),
      <>
        {t(`operations.evidence.${evidence}`)} · <bdi>{evidenceReference}</bdi>
      </>,
    ],
  ];
}

/** The calculation of an early payout: its sales, what it costs, and what arrives. All other deductions are one amount. */
function offerTerms(
  t: TFunction,
  { totalFees, netTransfer }: NonNullable<Asked['offer']>,
  total: Money,
): CalculationTerm[] {
  const unnamed = { totalNet: null, rateFee: null, flatFee: null, vat: null };
  return earlySums({ total, totalFees, netTransfer, ...unnamed }).map(({ sum, amount }) => ({
    name: sum === 'rest' ? t('people.approvals.otherFees') : t(`instantSettlement.offer.${sum}`),
    amount,
    isSum: sum === 'receive',
  }));
}

export function RequestFacts({ request, isHere = true, before = [] }: FactsProps) {
  const { t } = useTranslation();
  const { kind, operation, closing, resolution, offer, exceptions, totals, note, authorized } = request;
  const close = useClose(isHere && operation === null ? (closing?.closingId ?? null) : null);
  const moved = movementKinds.find((one) => one === (operation?.kind ?? kind));
  const facts: [string, ReactNode][] = [
    ...before,
    [
      t('people.approvals.askedBy'),
      <>
        <bdi>{request.requestedBy}</bdi> · <TimeText atMs={request.atMs} />
      </>,
    ],
  ];
  if (operation) {
    facts.push([t('operations.column.what'), t(`operations.kind.${operation.kind}`)]);
    facts.push([t('operations.column.state'), t(`operations.state.${operation.state}`)]);
    if (operation.terminalId !== null)
      facts.push([t('terminals.column.label'), <TerminalText key="t" terminalId={operation.terminalId} />]);
  }
  // The difference of one exception is in its row below.
  const isInRow = kind === 'write-off' && !!exceptions[0]?.exception.difference;
  if (totals.length > 0 && close.sums === null && !isInRow && offer === null)
    facts.push([
      t(
        exceptions.length > 0
          ? 'people.approvals.givenUp'
          : moved
            ? 'operations.column.amount'
            : 'closing.review.sales',
      ),
      <TotalsText key="s" totals={totals} strong {...(moved && { movement: moved })} />,
    ]);
  if (close.sums === null && authorized !== null && authorized.length > 0)
    facts.push([t('terminals.sum.authorized'), <Held key="h" totals={authorized} />]);
  if (closing && closing.number !== null)
    facts.push([t('closing.history.number'), <ZName key="z" number={closing.number} />]);
  if (resolution) facts.push(...resolutionFacts(t, resolution));
  if (note !== null && note !== '')
    facts.push([
      t(exceptions.length > 0 ? 'reconciliation.column.remark' : 'closing.column.note'),
      <bdi key="n">{note}</bdi>,
    ]);
  return (
    <>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <FactRow key={name} name={name}>
            {value}
          </FactRow>
        ))}
      </dl>
      {offer && totals[0] && (
        <Calculation
          label={t('instantSettlement.calculation')}
          terms={offerTerms(t, offer, totals[0].amount)}
        />
      )}
      <Differences request={request} close={close} />
      {/* The request names only lines above the limit; the sums differ by all of them. */}
      {close.sums && <SumLines sums={close.sums} difference={close.difference} held={authorized} />}
      {leftIn(close.terminals) > 0 && closesDay(request) && <Left {...close} />}
      {exceptions.length > 0 && <AskedExceptions request={request} />}
    </>
  );
}
