/**
 * The content of a Z, issued or not: totals by type and entry mode, the sales that stay out, differences with reasons, changes.
 */
import { Alert, Table } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Total } from '#shared/contract/terminals.ts';
import { lineKey, shownOfLine } from '#shared/domain/closing.ts';
import { useLocale } from '../../app-store.ts';
import { useAmountHead } from '../../components/amount-head.ts';
import { useCounted } from '../../components/counted.ts';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { withShortLabels } from '../../components/short-labels.ts';
import { SumLines } from '../../components/sums.tsx';
import { typeTotals, type TypeLine } from '../../components/type-totals.ts';
import { UnreadableRows } from '../../components/unreadable-rows.tsx';
import { formatCount, formatZNumber } from '../../i18n/format.ts';
import { CountVerdict, Late, SumsBefore, type ReviewContent } from './review-verdict.tsx';
import { differenceOf } from './selectors.ts';
import { LeftUnacknowledged, StaysOut } from './stays.tsx';
import { DifferenceText, useLineName, useTypeName } from './texts.tsx';

function Part({ title, children }: { title: string | null; children: ReactNode }) {
  return (
    <section className="review-part">
      {title !== null && <h3>{title}</h3>}
      {children}
    </section>
  );
}

/** By type and entry mode: what counts, the net of it, and what is not in the net. */
function Totals({ totals }: Pick<ReviewContent, 'totals'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  const typeName = useTypeName();
  const byCurrency = typeTotals(totals);
  const { className, amountHead } = useAmountHead(byCurrency);
  const row = ({ key, paymentType, entryMode, count, amount }: TypeLine, isInNet: boolean) => (
    <Table.Tr
      key={`${key} ${isInNet}`}
      className={isInNet ? undefined : 'muted'}
      {...(isInNet && { 'data-term': 'part' })}
    >
      <Table.Td>
        {typeName(paymentType)}
        {!isInNet && ` · ${t('terminals.sum.notInNet')}`}
      </Table.Td>
      <Table.Td>
        {entryMode === null ? '—' : t(`terminals.entryMode.${entryMode}`, { defaultValue: entryMode })}
      </Table.Td>
      <Table.Td className="number-cell">{count !== null && formatCount(count, locale)}</Table.Td>
      <Table.Td className="number-cell">
        <MoneyText value={amount} />
      </Table.Td>
    </Table.Tr>
  );
  return (
    <Table aria-label={t('closing.review.totals')} className={`close-table ${className}`} verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('terminals.column.paymentType')}</Table.Th>
          <Table.Th>{t('terminals.column.entryMode')}</Table.Th>
          <Table.Th className="number-cell">{t('closing.column.count')}</Table.Th>
          <Table.Th className="number-cell">{amountHead(t('terminals.column.transactionAmount'))}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      {byCurrency.map(({ currency, inNet, net, notInNet }) => (
        <Table.Tbody key={currency}>
          {inNet.map((line) => row(line, true))}
          {net && (
            <Table.Tr className="sum-row" data-term="sum">
              <Table.Td colSpan={2}>{t('terminals.sum.net')}</Table.Td>
              <Table.Td className="number-cell">{formatCount(net.count, locale)}</Table.Td>
              <Table.Td className="number-cell">
                <MoneyText value={net.amount} strong />
              </Table.Td>
            </Table.Tr>
          )}
          {notInNet.map((line) => row(line, false))}
        </Table.Tbody>
      ))}
    </Table>
  );
}

type DifferencesProps = Pick<ReviewContent, 'lines' | 'terminals'> & {
  /** Below sums that say it: the table has no heading. */
  bare?: boolean;
};

function Differences({ lines, terminals, bare = false }: DifferencesProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const lineName = useLineName(terminals);
  const differing = lines.filter(
    ({ difference, slips, count }) => difference.minor !== 0n || (slips !== null && slips !== count),
  );
  const { className, amountHead } = useAmountHead(differing.map(({ difference }) => difference));
  if (differing.length === 0) return null;
  return (
    <Part title={bare ? null : t('closing.review.differences')}>
      <Table aria-label={t('closing.review.differences')} className={`close-table ${className}`}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('closing.column.line')}</Table.Th>
            <Table.Th className="number-cell">{amountHead(t('closing.column.difference'))}</Table.Th>
            <Table.Th>{t('closing.column.reason')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differing.map((line) => (
            <Table.Tr key={lineKey(line)}>
              <Table.Td>
                {lineName(line)}
                {line.slips !== null && line.slips !== line.count && (
                  <div className="muted">
                    {t('closing.review.slips', {
                      ready: formatCount(line.slips, locale),
                      total: formatCount(line.count, locale),
                    })}
                  </div>
                )}
              </Table.Td>
              <Table.Td className="number-cell">
                <DifferenceText value={shownOfLine(line, line.difference)} />
              </Table.Td>
              <Table.Td className={bare ? 'explained-inline' : undefined}>
                <Explanation explanation={line.explanation} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Part>
  );
}

/** Why a line differs, in whose words; a small difference needs none. */
function Explanation({ explanation }: Pick<ReviewContent['lines'][number], 'explanation'>) {
  const { t } = useTranslation();
  if (!explanation) return <span className="muted">{t('closing.verdict.within-tolerance')}</span>;
  const { reason, note, by } = explanation;
  return (
    <>
      {t(`closing.differenceReason.${reason}`)}
      <div className="muted">
        {note !== '' && (
          <>
            <bdi>{note}</bdi> ·{' '}
          </>
        )}
        <bdi>{by}</bdi>
      </div>
    </>
  );
}

/** Acknowledged without being read: in no sum above. */
function Unread({ unread }: Pick<ReviewContent, 'unread'>) {
  const { t } = useTranslation();
  const counted = useCounted();
  if (unread.length === 0) return null;
  return (
    <Alert
      color="orange"
      icon={<IconAlertTriangle size={20} />}
      title={t('closing.review.unread', counted(unread.length))}
    >
      <p className="flush">{t('closing.review.unreadMeans')}</p>
      {[...Map.groupBy(unread, ({ opId }) => opId)].map(([opId, [first]]) => (
        <p key={opId} className="flush">
          {t('closing.column.reason')}: <bdi>{first?.note}</bdi> · <bdi>{first?.by}</bdi>
        </p>
      ))}
      <UnreadableRows rows={unread} />
    </Alert>
  );
}

/** Against the issue before it of the same day. */
function Changes({ changes }: Pick<ReviewContent, 'changes'>) {
  const { t } = useTranslation();
  const counted = useCounted();
  const typeName = useTypeName();
  if (changes === null) return null;
  const { added, removed, acknowledgedSince, number, revision } = changes;
  const list = (kind: 'added' | 'removed', rows: typeof added) =>
    rows.map((row) => (
      <li key={row.rowId}>
        {t(`closing.review.${kind}`)}: {typeName(row.paymentType)} <MoneyText value={row.amount} />{' '}
        <IdText value={row.refNumber ?? row.merchantOrderId} />
      </li>
    ));
  return (
    <Part title={t('closing.review.changes', { number: formatZNumber(number), revision })}>
      <ul data-testid="close-changes">
        {list('added', added)}
        {list('removed', removed)}
        {acknowledgedSince > 0 && (
          <li>{t('closing.review.acknowledgedSince', counted(acknowledgedSince))}</li>
        )}
        {added.length + removed.length + acknowledgedSince === 0 && <li>{t('closing.review.noChanges')}</li>}
      </ul>
    </Part>
  );
}

type VerdictProps = { content: ReviewContent; told?: boolean };

/** Says whether the count agrees, unless it is `told` above, and how much of the net belongs to earlier days. */
function Verdict({ content, told = false }: VerdictProps) {
  if (told && content.late.length === 0) return null;
  return (
    <div className="review-totals">
      {!told && <CountVerdict content={content} />}
      <Late content={content} />
    </div>
  );
}

/** For dialogs and drawers, which have no strip of totals in view. */
export function ReviewTotals({ content: whole }: { content: ReviewContent }) {
  const content = withShortLabels(whole);
  const differs = content.verdict === 'differ';
  const difference = differs ? differenceOf(content.lines) : [];
  return (
    <div className="stack-12">
      {content.sums === null ? (
        <SumsBefore content={content} />
      ) : (
        <SumLines sums={content.sums} difference={difference} totals={content.totals} />
      )}
      {!differs && <CountVerdict content={content} />}
      <Late content={content} />
      {differs && (
        <Differences lines={content.lines} terminals={content.terminals} bare={content.sums !== null} />
      )}
    </div>
  );
}

/** For places below the strip, which shows the totals and their difference. `narrow`: below its head, which says the verdict, too; `told`: the sentence above says it. */
type ReviewProps = {
  content: ReviewContent;
  narrow?: boolean;
  told?: boolean;
  /** What each terminal has outstanding; without it its sum is not said. */
  outstanding?: ReadonlyMap<string, readonly Total[]> | undefined;
  /** What can be done about what stays unacknowledged. */
  act?: ReactNode;
};

export function Review({ content: whole, narrow = false, told = false, outstanding, act }: ReviewProps) {
  const { t } = useTranslation();
  const content = withShortLabels(whole);
  const left = (
    <LeftUnacknowledged terminals={content.terminals} amounts={outstanding} sums={content.sums} act={act} />
  );
  return (
    <div className={narrow ? 'review review-narrow' : 'review'}>
      {!narrow && <Verdict content={content} told={told} />}
      <Unread unread={content.unread} />
      {/* Where it can be done from here it is the next act. */}
      {act !== undefined && left}
      {/* The head of a narrow place has said what differs. */}
      {!(narrow && content.verdict === 'differ') && (
        <Differences lines={content.lines} terminals={content.terminals} />
      )}
      {act === undefined && left}
      <StaysOut terminals={content.terminals} carried={content.carried} />
      <Changes changes={content.changes} />
      {content.totals.length > 0 ? (
        <Totals totals={content.totals} />
      ) : (
        <p className="muted">{t('closing.review.noSales')}</p>
      )}
    </div>
  );
}
