/** Below the totals: terminals with their data age, what was carried or left, what changed since the issue before. */
import type { Report, ZContent } from '#shared/contract/closing-z.ts';
import { formatZNumber } from '../../i18n/format.ts';
import { Figures } from './figures.tsx';
import { Id, MoneyWords, useWords } from './report-texts.tsx';

type Terminal = Report['terminals'][number];
type Changes = NonNullable<ZContent['changes']>;

const Amounts = ({ totals }: { totals: Terminal['left'] }) =>
  totals.map(({ amount }) => (
    <span key={amount.currency}>
      <MoneyWords value={amount} />{' '}
    </span>
  ));

function LeftWords({ terminal }: { terminal: Terminal }) {
  const { t, leave, count } = useWords();
  const { leftOut, left, leftNotSummed, outstandingLeft } = terminal;
  if (!leftOut && !outstandingLeft) return null;
  return (
    <>
      {leftOut && (
        <div>
          {t('reports.leftOut')} <bdi>{leave(leftOut)}</bdi>{' '}
          {left.length > 0 && (
            <>
              · {t('reports.leftTotals')} <Amounts totals={left} />
            </>
          )}
          {leftNotSummed.length > 0 && (
            <>
              · {t('reports.leftNotSummed')} <Amounts totals={leftNotSummed} />
            </>
          )}
        </div>
      )}
      {outstandingLeft && (
        <div>
          {t('reports.outstandingLeft', {
            count: outstandingLeft.count,
            number: count(outstandingLeft.count),
          })}{' '}
          <bdi>{leave(outstandingLeft)}</bdi>
        </div>
      )}
    </>
  );
}

export function ReportTerminals({
  terminals,
  madeAtMs,
}: {
  terminals: readonly Terminal[];
  madeAtMs: number;
}) {
  const { t, time, duration } = useWords();
  return (
    <Figures
      caption={t('reports.section.terminals')}
      rows={terminals}
      keyOf={({ terminalId }) => terminalId}
      columns={[
        { header: t('reports.column.terminal'), cell: ({ label }) => <bdi>{label}</bdi> },
        { header: t('reports.column.terminalId'), cell: ({ terminalId }) => <Id>{terminalId}</Id> },
        {
          header: t('reports.column.lastRead'),
          number: true,
          cell: ({ lastReadAtMs }) =>
            lastReadAtMs === null
              ? t('reports.age.never')
              : `${time(lastReadAtMs)} (${t('reports.age.before', { age: duration(madeAtMs - lastReadAtMs) })})`,
        },
      ]}
      below={(terminal) =>
        terminal.leftOut || terminal.outstandingLeft ? <LeftWords terminal={terminal} /> : null
      }
    />
  );
}

/** Acknowledged without being read: in no sum of this report. */
export function ReportUnread({ unread, terminals }: Pick<Report, 'unread' | 'terminals'>) {
  const { t, time } = useWords();
  const labelOf = (id: string) => terminals.find(({ terminalId }) => terminalId === id)?.label ?? id;
  return (
    <Figures
      caption={t('reports.section.unread')}
      rows={unread}
      keyOf={({ opId, rowId }) => `${opId}|${rowId}`}
      columns={[
        { header: t('reports.column.terminal'), cell: ({ terminalId }) => <bdi>{labelOf(terminalId)}</bdi> },
        { header: t('reports.column.by'), cell: ({ by }) => <bdi>{by}</bdi> },
        { header: t('reports.column.time'), number: true, cell: ({ atMs }) => time(atMs) },
      ]}
      below={({ raw, note }) => (
        <>
          <Id>{raw}</Id> <bdi>{note}</bdi>
        </>
      )}
    />
  );
}

export function ReportCarried({ carried }: Pick<ZContent, 'carried'>) {
  const { t } = useWords();
  return (
    <Figures
      caption={t('reports.section.carried')}
      rows={carried}
      keyOf={({ opId }) => opId}
      columns={[
        { header: t('reports.column.operation'), cell: ({ kind }) => t(`operations.kind.${kind}`) },
        { header: t('reports.column.operationId'), cell: ({ opId }) => <Id>{opId}</Id> },
        { header: t('reports.column.approvedBy'), cell: ({ approvedBy }) => <bdi>{approvedBy}</bdi> },
      ]}
      below={({ note }) => <bdi>{note}</bdi>}
    />
  );
}

export function ReportChanges({ changes }: { changes: Changes }) {
  const { t, count, paymentType } = useWords();
  const rows = [
    ...changes.added.map((row) => ({ ...row, change: t('reports.change.added') })),
    ...changes.removed.map((row) => ({ ...row, change: t('reports.change.removed') })),
  ];
  const before = `${formatZNumber(changes.number)} · ${changes.revision}`;
  return (
    <section className="sheet-section">
      <h2>{t('reports.section.changes')}</h2>
      <p>
        {t(
          changes.reopenReason === null ? 'reports.change.sinceProvisional' : 'reports.change.sinceReopened',
        )}{' '}
        <Id>{before}</Id>
        {changes.reopenReason !== null && (
          <>
            {' · '}
            <bdi>{changes.reopenReason}</bdi>
          </>
        )}
      </p>
      {changes.acknowledgedSince > 0 && (
        <p>
          {t('reports.change.acknowledged', {
            count: changes.acknowledgedSince,
            number: count(changes.acknowledgedSince),
          })}
        </p>
      )}
      {rows.length === 0 && <p>{t('reports.change.none')}</p>}
      <Figures
        caption={t('reports.section.changedRows')}
        rows={rows}
        keyOf={({ rowId, change }) => `${rowId}|${change}`}
        columns={[
          {
            header: t('reports.column.change'),
            cell: (row) => (
              <>
                {row.change} <span className="sheet-quiet">· {paymentType(row.paymentType)}</span>
              </>
            ),
          },
          { header: t('reports.column.terminalId'), cell: ({ terminalId }) => <Id>{terminalId}</Id> },
          { header: t('reports.column.reference'), cell: ({ refNumber }) => <Id>{refNumber ?? '—'}</Id> },
          {
            header: t('reports.column.order'),
            cell: ({ merchantOrderId }) => <Id>{merchantOrderId ?? '—'}</Id>,
          },
          {
            header: t('reports.column.amount'),
            number: true,
            cell: ({ amount }) => <MoneyWords value={amount} />,
          },
        ]}
      />
    </section>
  );
}
