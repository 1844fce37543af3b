/** What a close leaves: transactions that are counted but not acknowledged, and what is in none of its sums. */
import { Anchor, Table } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ZContent } from '#shared/contract/closing-z.ts';
import type { Total } from '#shared/contract/terminals.ts';
import { sumByCurrency, type Money } from '#shared/money/money.ts';
import { useLocale } from '../../app-store.ts';
import { useAmountHead } from '../../components/amount-head.ts';
import { useCounted } from '../../components/counted.ts';
import { IdText } from '../../components/id-text.tsx';
import { MoneyList } from '../../components/money-text.tsx';
import { WithAuthorized } from '../../components/sums.tsx';
import { formatCount } from '../../i18n/format.ts';

/** A part that says of each terminal or operation what stays, and why. */
function Stays({
  title,
  subject,
  what,
  className = '',
  amount,
  foot,
  reason = null,
  note,
  act,
  children,
}: {
  title: string;
  subject: string;
  what: string;
  className?: string;
  /** The head of a column of amounts; `what` is then a column of counts. */
  amount?: string | null;
  foot?: ReactNode;
  /** Said beside the title where all have one; there is no column of reasons then. */
  reason?: string | null;
  /** What it means, below the title. */
  note?: string;
  act?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <section className="review-part">
      <h3>
        {title}
        {reason !== null && (
          <span className="muted plain">
            {' '}
            · {t('closing.column.reason')}: {reason}
          </span>
        )}
      </h3>
      {note !== undefined && (
        <p className="late-text inline-row stays-note">
          <IconAlertTriangle size={16} aria-hidden /> {note} {act}
        </p>
      )}
      <Table aria-label={title} className={`close-table ${className}`} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{subject}</Table.Th>
            <Table.Th {...(amount !== undefined && { className: 'number-cell' })}>{what}</Table.Th>
            {typeof amount === 'string' && <Table.Th className="number-cell">{amount}</Table.Th>}
            {reason === null && <Table.Th>{t('closing.column.reason')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
        {foot && <Table.Tfoot>{foot}</Table.Tfoot>}
      </Table>
    </section>
  );
}

/** In no sum of the close: terminals, and operations whose result is not known. */
export function StaysOut({ terminals, carried }: Pick<ZContent, 'terminals' | 'carried'>) {
  const { t } = useTranslation();
  const out = terminals.flatMap(({ leftOut, ...one }) =>
    leftOut ? [{ ...one, reason: leftOut.reason }] : [],
  );
  if (out.length === 0 && carried.length === 0) return null;
  return (
    <Stays
      title={t('closing.review.staysOut')}
      subject={t('closing.review.what')}
      what={t('closing.review.stays')}
    >
      {out.map(({ terminalId, label, reason }) => (
        <Table.Tr key={terminalId}>
          <Table.Td>
            <bdi>{label}</bdi>
          </Table.Td>
          <Table.Td>{t('closing.read.state.left-out')}</Table.Td>
          <Table.Td>{t(`closing.leaveReason.${reason}`)}</Table.Td>
        </Table.Tr>
      ))}
      {carried.map(({ opId, kind, note, approvedBy }) => (
        <Table.Tr key={opId}>
          <Table.Td>
            {t(`operations.kind.${kind}`)} <IdText value={opId} />
          </Table.Td>
          <Table.Td>{t('closing.review.carried', { approvedBy })}</Table.Td>
          <Table.Td>
            <bdi>{note}</bdi>
          </Table.Td>
        </Table.Tr>
      ))}
    </Stays>
  );
}

type LeftProps = Pick<ZContent, 'terminals' | 'sums'> & {
  /** What each terminal has outstanding, where that is known: a Z says how many only. It is a terminal of this PC, then. */
  amounts?: ReadonlyMap<string, readonly Total[]> | undefined;
  act?: ReactNode;
};

/** Counted in the sums of the close, and not acknowledged with it. */
export function LeftUnacknowledged({ terminals, amounts, sums, act }: LeftProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const locale = useLocale();
  const left = terminals.flatMap(({ leftOut, outstandingLeft, ...one }) =>
    outstandingLeft && !leftOut ? [{ ...one, ...outstandingLeft }] : [],
  );
  const money = (terminalId: string) =>
    sumByCurrency((amounts?.get(terminalId) ?? []).map(({ amount }) => amount));
  const all = left.flatMap(({ terminalId }) => money(terminalId));
  const { className, amountHead } = useAmountHead(all);
  if (left.length === 0) return null;
  const count = left.reduce((sum, one) => sum + one.count, 0);
  const reasons = new Set(left.map(({ reason }) => reason));
  const isOne = left.length > 1 && reasons.size === 1;
  const amountCell = (values: Money[], strong = false) =>
    amounts && (
      <Table.Td className="number-cell">
        <MoneyList values={values} strong={strong} />
      </Table.Td>
    );
  return (
    <Stays
      title={t('closing.review.leftUnacknowledged')}
      subject={t('closing.review.terminal')}
      what={t('closing.column.count')}
      note={t('closing.review.leftNote', counted(count))}
      act={act}
      className={className}
      amount={amounts ? amountHead(t('terminals.sum.net')) : null}
      reason={isOne && left[0] ? t(`closing.leaveReason.${left[0].reason}`) : null}
      foot={
        left.length > 1 && (
          <Table.Tr className="sum-row">
            <Table.Td>
              {t('closing.count.allTerminals')}
              <WithAuthorized sums={sums} count={count} below />
            </Table.Td>
            <Table.Td className="number-cell">{formatCount(count, locale)}</Table.Td>
            {amountCell(sumByCurrency(all), true)}
            {!isOne && <Table.Td />}
          </Table.Tr>
        )
      }
    >
      {left.map(({ terminalId, label, count, reason }) => (
        <Table.Tr key={terminalId}>
          <Table.Td>
            {amounts ? (
              <Anchor component={Link} href={`/terminals/${encodeURIComponent(terminalId)}`} inherit>
                <bdi>{label}</bdi>
              </Anchor>
            ) : (
              <bdi>{label}</bdi>
            )}
          </Table.Td>
          <Table.Td className="number-cell">{formatCount(count, locale)}</Table.Td>
          {amountCell(money(terminalId))}
          {!isOne && <Table.Td>{t(`closing.leaveReason.${reason}`)}</Table.Td>}
        </Table.Tr>
      ))}
    </Stays>
  );
}
