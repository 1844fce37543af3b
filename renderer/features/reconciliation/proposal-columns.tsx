/** The columns of proposals: what the bank has, what it may pay, and why. */
import { IconAlertTriangle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReconcileItem } from '#shared/contract/reconciliation-items.ts';
import type { ReconcileProposal } from '#shared/contract/reconciliation-proposals.ts';
import { sumByCurrency, toDecimal } from '#shared/money/money.ts';
import type { GridColumn } from '../../components/grid-columns.ts';
import { nameOf, sideText } from '../../components/exception-texts.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyList } from '../../components/money-text.tsx';
import { formatCount, formatDate, formatList, type Locale } from '../../i18n/format.ts';
import { hasRivals, isDoubtful } from './doubtful.ts';
import { groundsText } from './proposal-texts.ts';

export const sumsOf = (items: readonly ReconcileItem[]) => sumByCurrency(items.map(({ amount }) => amount));

const Doubtful = ({ why }: { why: string }) => (
  <span className="chip" data-tone="late">
    <IconAlertTriangle size={14} aria-hidden />
    <span className="cell-text">{why}</span>
  </span>
);

/** `isWide`: the page has room for the whole text of a line; else the reasons come first, as they are what is decided by. */
export function proposalColumns(
  t: TFunction,
  locale: Locale,
  isWide: boolean,
): GridColumn<ReconcileProposal>[] {
  const namesOf = (items: readonly ReconcileItem[]) => formatList(items.map(nameOf), locale);
  const dateOf = ({ theirs: [line] }: ReconcileProposal) =>
    line?.date ? formatDate(line.date, 'short', locale) : '—';
  // Two that exclude one another are told apart by the row of the statement.
  const lineText = (proposal: ReconcileProposal) => {
    const [line] = proposal.theirs;
    if (!line || line.source.kind !== 'line' || !hasRivals(proposal)) return line?.text ?? '';
    const number = formatCount(line.source.lineNo, locale);
    return [t('reconciliation.proposal.row', { number }), line.text].filter(Boolean).join(' · ');
  };
  const several = (items: readonly ReconcileItem[]) =>
    t('reconciliation.match.of', { count: items.length, number: formatCount(items.length, locale) });
  return [
    {
      id: 'date',
      header: t('reconciliation.column.date'),
      width: 90,
      pinned: true,
      render: dateOf,
      text: dateOf,
    },
    {
      id: 'amount',
      header: t('reconciliation.proposal.amount'),
      width: 150,
      align: 'end',
      amounts: ({ theirs }) => sumsOf(theirs),
      render: ({ theirs }) => <MoneyList values={sumsOf(theirs)} />,
      text: ({ theirs }) => sumsOf(theirs).map(toDecimal).join(', '),
    },
    {
      id: 'ours',
      header: sideText(t, 'ours', 'bank'),
      width: 150,
      render: ({ ours: [one, ...more], ours }) =>
        more.length > 0 ? several(ours) : <IdText value={one ? nameOf(one) : null} />,
      text: ({ ours }) => namesOf(ours),
    },
    {
      id: 'line',
      header: sideText(t, 'theirs', 'bank'),
      width: isWide ? 420 : 320,
      snug: true,
      render: (proposal) => (
        <bdi className="cell-text" title={lineText(proposal)}>
          {lineText(proposal)}
        </bdi>
      ),
      text: lineText,
    },
    {
      id: 'why',
      header: t('reconciliation.proposal.why'),
      width: 220,
      flex: 1,
      render: (proposal) =>
        isDoubtful(proposal) ? (
          <Doubtful why={groundsText(t, proposal, locale)} />
        ) : (
          groundsText(t, proposal, locale)
        ),
      text: (proposal) => groundsText(t, proposal, locale),
    },
  ];
}
