/** Totals by type and entry mode, and what was counted: one part a currency, never mixed. */
import type { Report, ZContent } from '#shared/contract/closing-z.ts';
import type { Total } from '#shared/contract/terminals.ts';
import { salesFirst } from '#shared/domain/closing.ts';
import { Figures } from './figures.tsx';
import { currenciesOf, sumsOf } from './report.ts';
import { Amount, useWords } from './report-words.tsx';

type Line = ZContent['lines'][number];

function ByType({ totals, currency }: { totals: Report['totals']; currency: string }) {
  const { t, count, paymentType, entryMode, currency: label } = useWords();
  return (
    <Figures
      caption={`${t('reports.section.totals')} · ${label(currency)}`}
      rows={salesFirst(totals.filter((total) => total.currency === currency))}
      keyOf={(total) => `${total.paymentType}|${total.entryMode}`}
      columns={[
        {
          header: t('reports.column.type'),
          cell: (total) => (
            <>
              {paymentType(total.paymentType)}{' '}
              <span className="sheet-quiet">· {entryMode(total.entryMode)}</span>
            </>
          ),
        },
        { header: t('reports.column.count'), number: true, cell: (total) => count(total.count) },
        {
          header: t('reports.column.amount'),
          number: true,
          cell: (total) => <Amount value={total.amount} />,
        },
      ]}
    />
  );
}

function Sums({ report, currency }: { report: Report; currency: string }) {
  const { t, count, currency: label } = useWords();
  const of = (name: string, totals: readonly Total[]) =>
    totals.filter(({ amount }) => amount.currency === currency).map((total) => ({ name, ...total }));
  const rows = [
    ...sumsOf(report).flatMap(({ part, totals }) => of(t(`terminals.sum.${part}`), totals)),
    ...of(t('reports.sum.late'), report.late),
  ];
  return (
    <Figures
      caption={`${t('reports.section.sums')} · ${label(currency)}`}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { header: t('reports.column.what'), cell: ({ name }) => name },
        { header: t('reports.column.count'), number: true, cell: (row) => count(row.count) },
        { header: t('reports.column.amount'), number: true, cell: ({ amount }) => <Amount value={amount} /> },
      ]}
    />
  );
}

function Counted({ lines, currency }: { lines: readonly Line[]; currency: string }) {
  const { t, paymentType, currency: label } = useWords();
  return (
    <Figures
      caption={`${t('reports.section.counted')} · ${label(currency)}`}
      rows={salesFirst(lines.filter((line) => line.currency === currency))}
      keyOf={(line) => String(line.paymentType)}
      columns={[
        { header: t('reports.column.type'), cell: (line) => paymentType(line.paymentType) },
        {
          header: t('reports.column.expected'),
          number: true,
          cell: ({ expected }) => <Amount value={expected} />,
        },
        {
          header: t('reports.column.counted'),
          number: true,
          cell: ({ counted }) => <Amount value={counted} />,
        },
        {
          header: t('reports.column.difference'),
          number: true,
          cell: ({ difference }) => <Amount value={difference} signed />,
        },
      ]}
      below={({ explanation }) =>
        explanation && (
          <>
            {t(`closing.differenceReason.${explanation.reason}`)}: <bdi>{explanation.note}</bdi>{' '}
            <span className="sheet-quiet">
              · <bdi>{explanation.by}</bdi>
            </span>
          </>
        )
      }
    />
  );
}

export function ReportTotals({ report, lines }: { report: Report; lines: readonly Line[] }) {
  const { t } = useWords();
  const sums = [...sumsOf(report).flatMap(({ totals }) => totals), ...report.late].map(
    ({ amount }) => amount,
  );
  const currencies = currenciesOf([...report.totals, ...lines, ...sums]).sort();
  if (currencies.length === 0) return <p className="sheet-note">{t('reports.nothing')}</p>;
  return currencies.map((currency) => (
    <section key={currency} className="sheet-section">
      <ByType totals={report.totals} currency={currency} />
      <Sums report={report} currency={currency} />
      <Counted lines={lines} currency={currency} />
    </section>
  ));
}
