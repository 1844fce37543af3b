/** Totals by type and entry mode, and what was counted: one part a currency, never mixed. */
import type { Report, ZContent } from '#shared/contract/closing-z.ts';
import type { Total } from '#shared/contract/terminals.ts';
import { lineKey, salesFirst, shownOfLine } from '#shared/domain/closing.ts';
import type { Money } from '#shared/money/money.ts';
import { useLineName } from '../../components/line-names.ts';
import { typeTotals, type TypeLine } from '../../components/type-totals.ts';
import { Figures } from './figures.tsx';
import { currenciesOf, sumsOf } from './report.ts';
import { Amount, useWords } from './report-texts.tsx';

type Line = ZContent['lines'][number];

/** By type and entry mode: what counts, the net of it, and what is not in the net. */
function ByType({ totals, currency }: { totals: Report['totals']; currency: string }) {
  const { t, count, paymentType, entryMode, currency: label } = useWords();
  const [own] = typeTotals(totals.filter((total) => total.currency === currency));
  if (!own) return null;
  const typed = (line: TypeLine, note: string | null) => ({
    ...line,
    key: `${line.key} ${note}`,
    what: (
      <>
        {paymentType(line.paymentType)} <span className="sheet-quiet">· {entryMode(line.entryMode)}</span>
        {note !== null && <span className="sheet-quiet"> · {note}</span>}
      </>
    ),
  });
  const rows = [
    ...own.inNet.map((line) => typed(line, null)),
    ...(own.net ? [{ ...own.net, key: 'net', what: <strong>{t('terminals.sum.net')}</strong> }] : []),
    ...own.notInNet.map((line) => typed(line, t('terminals.sum.notInNet'))),
  ];
  return (
    <Figures
      caption={`${t('reports.section.totals')} · ${label(currency)}`}
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        { header: t('reports.column.type'), cell: ({ what }) => what },
        {
          header: t('reports.column.count'),
          number: true,
          cell: (row) => (row.count === null ? '' : count(row.count)),
        },
        { header: t('reports.column.amount'), number: true, cell: ({ amount }) => <Amount value={amount} /> },
      ]}
    />
  );
}

/** The branch's lines: the sums of its terminals'. */
function branchLines(lines: readonly Line[]): Line[] {
  const groups = Map.groupBy(lines, ({ side }) => side);
  return [...groups.values()].flatMap(([first, ...rest]) => {
    if (!first || rest.length === 0) return [];
    const plus = (a: Money, b: Money): Money => ({ ...a, minor: a.minor + b.minor });
    const sum = rest.reduce(
      (all, line) => ({
        ...all,
        count: all.count + line.count,
        slips: all.slips === null || line.slips === null ? null : all.slips + line.slips,
        expected: plus(all.expected, line.expected),
        counted: plus(all.counted, line.counted),
        difference: plus(all.difference, line.difference),
      }),
      first,
    );
    return [{ ...sum, terminalId: null, explanation: null }];
  });
}

function Sums({ report, currency }: { report: Report; currency: string }) {
  const { t, count, currency: label } = useWords();
  const of = (name: string, totals: readonly Total[], adds = true) =>
    totals.filter(({ amount }) => amount.currency === currency).map((total) => ({ name, ...total, adds }));
  const rows = [
    ...sumsOf(report).flatMap(({ part, totals }) =>
      of(t(`terminals.sum.${part}`), totals, part !== 'authorized'),
    ),
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
        {
          header: t('reports.column.amount'),
          number: true,
          cell: ({ amount, adds }) => (adds ? <Amount value={amount} /> : '—'),
        },
      ]}
    />
  );
}

type CountedProps = { lines: readonly Line[]; currency: string; terminals: Report['terminals'] };

function Counted({ lines, currency, terminals }: CountedProps) {
  const { t, count, currency: label } = useWords();
  const lineName = useLineName(terminals);
  const own = lines.filter((line) => line.currency === currency);
  const byTerminal = own.some(({ side }) => side !== null);
  const withSlips = own.some(({ slips }) => slips !== null);
  return (
    <Figures
      caption={`${t('reports.section.counted')} · ${label(currency)}`}
      rows={byTerminal ? [...own, ...branchLines(own)] : salesFirst(own)}
      keyOf={lineKey}
      columns={[
        {
          header: t(byTerminal ? 'reports.column.terminal' : 'reports.column.type'),
          cell: (line) =>
            line.side !== null && line.terminalId === null ? (
              <strong>
                {t('closing.count.allTerminals')} · {t(`closing.side.${line.side}`)}
              </strong>
            ) : (
              lineName(line)
            ),
        },
        ...(withSlips
          ? [
              {
                header: t('closing.column.slips'),
                number: true,
                cell: ({ slips, count: rows }: Line) =>
                  slips === null ? '' : t('closing.step.figure', { ready: count(slips), total: count(rows) }),
              },
            ]
          : []),
        {
          header: t('reports.column.expected'),
          number: true,
          cell: (line) => <Amount value={shownOfLine(line, line.expected)} />,
        },
        {
          header: t('reports.column.counted'),
          number: true,
          cell: (line) => <Amount value={shownOfLine(line, line.counted)} />,
        },
        {
          header: t('reports.column.difference'),
          number: true,
          cell: (line) => <Amount value={shownOfLine(line, line.difference)} signed />,
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
      <Counted lines={lines} currency={currency} terminals={report.terminals} />
    </section>
  ));
}
