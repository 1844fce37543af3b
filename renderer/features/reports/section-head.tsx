/** The head of a report: which world, what it is, its marks, and whose it is. */
import type { ReactNode } from 'react';
import type { ZContent } from '#shared/contract/closing-z.ts';
import { netDifference, NO_BRANCH } from '#shared/domain/closing.ts';
import { sumByCurrency, type Money } from '#shared/money/money.ts';
import { FactRow } from '../../components/fact.tsx';
import { useLineName } from '../../components/line-names.ts';
import { bodyOf, closeOf, dataAge, madeAtMs, madeBy, marksOf, originOf, type PaperReport } from './report.ts';
import { formatZNumber } from '../../i18n/format.ts';
import { Id, MoneyWords, useSetting, useWords } from './report-texts.tsx';
import { missingNumbers } from '../../i18n/missing-numbers.ts';

/** In words wherever money is not real. */
export function EnvironmentLine({ report }: { report: PaperReport }) {
  const { t } = useWords();
  const { environment } = originOf(report);
  if (environment === 'live') return null;
  return (
    <div className="sheet-band">
      {t(`app.environment.${environment}`)} · {t('reports.notLive')}
    </div>
  );
}

function Marks({ report }: { report: PaperReport }) {
  const { t } = useWords();
  const marks = marksOf(report, t, useSetting().locale);
  if (marks.length === 0) return null;
  return (
    <p className="sheet-marks">
      {marks.map((mark) => (
        <strong key={mark} className="sheet-mark">
          {mark}
        </strong>
      ))}
    </p>
  );
}

function Title({ report }: { report: PaperReport }) {
  const { t, count } = useWords();
  const body = bodyOf(report);
  const z = report.kind === 'z' ? report.z.content : null;
  return (
    <>
      <h1>
        {t(report.kind === 'x' ? 'reports.title.x' : 'reports.title.z')}
        {z && (
          <>
            {' '}
            <Id>{formatZNumber(z.number)}</Id>
            {/* In Arabic the number stays at the right of its Z. */}
            {'\u200e'}
          </>
        )}
      </h1>
      {z && z.revision > 1 && (
        <p className="sheet-sub">{t('reports.revision', { number: count(z.revision) })}</p>
      )}
      <p className="sheet-branch">
        {body.branchName ?? (body.branchKey === NO_BRANCH ? t('reports.noBranch') : body.branchKey)}
      </p>
    </>
  );
}

/** By name, with the id that the document is about. */
function Merchant({ report }: { report: PaperReport }) {
  const { merchantName } = report;
  return (
    <>
      {merchantName !== undefined && (
        <>
          <bdi>{merchantName}</bdi> ·{' '}
        </>
      )}
      <Id>{originOf(report).merchantId}</Id>
    </>
  );
}

/** A shorter time is not worth a word on paper. */
const MINUTE_MS = 60_000;

function DataAge({ report }: { report: PaperReport }) {
  const { t, moment, time, duration } = useWords();
  const age = dataAge(bodyOf(report));
  if (age === null) return <>{t('reports.age.someNeverRead')}</>;
  const [from, to] = [moment(age.oldest), time(age.newest)];
  const isOneMinute = from === moment(age.newest);
  const ageMs = madeAtMs(report) - age.oldest;
  const words = t(isOneMinute ? 'reports.age.before' : 'reports.age.oldest', { age: duration(ageMs) });
  return (
    <>
      {isOneMinute ? from : t('reports.age.between', { from, to })}{' '}
      {ageMs >= MINUTE_MS && <span className="sheet-quiet">({words})</span>}
    </>
  );
}

function Facts({ report }: { report: PaperReport }) {
  const { t, date, moment, zone } = useWords();
  const body = bodyOf(report);
  const close = closeOf(report);
  const by = (atMs: number, who: string) => (
    <>
      {moment(atMs)} · <bdi>{who}</bdi>
    </>
  );
  const facts: [string, ReactNode][] = [
    [t('reports.fact.merchant'), <Merchant key="m" report={report} />],
    [t('reports.fact.businessDate'), date(body.businessDate)],
    [
      t('reports.fact.dayEnds'),
      <>
        {moment(body.endsAtMs)} · {zone(body.timeZone)}
      </>,
    ],
    ...(close
      ? [[t('reports.fact.begun'), by(close.begun.atMs, close.begun.by)] satisfies [string, ReactNode]]
      : []),
    [t(close ? 'reports.fact.closed' : 'reports.fact.made'), by(madeAtMs(report), madeBy(report))],
    ...(close?.approvedBy
      ? [[t('reports.fact.approvedBy'), <bdi key="a">{close.approvedBy}</bdi>] satisfies [string, ReactNode]]
      : []),
    [t('reports.fact.dataAge'), <DataAge key="d" report={report} />],
  ];
  return (
    <dl className="sheet-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <FactRow name={name}>{value}</FactRow>
        </div>
      ))}
    </dl>
  );
}

/** Why this issue is not the plain one: numbers are missing before it, closed without a connection, or opened again since. */
function Notes({ report }: { report: PaperReport }) {
  const { t, moment } = useWords();
  const note = closeOf(report)?.provisionalNote ?? null;
  const reopened = report.kind === 'z' ? report.z.reopened : null;
  const missing = report.kind === 'z' ? report.z.content.skipped : null;
  return (
    <>
      {missing && <p className="sheet-note">{missingNumbers(t, missing)}</p>}
      {note !== null && (
        <p className="sheet-note">
          {t('reports.provisionalNote')} <bdi>{note}</bdi>
        </p>
      )}
      {reopened && (
        <p className="sheet-note">
          {t('reports.reopenedNote', {
            time: moment(reopened.atMs),
            by: reopened.by,
            approvedBy: reopened.approvedBy,
          })}{' '}
          <bdi>{reopened.reason}</bdi>
        </p>
      )}
    </>
  );
}

/** Says whether the count agrees. If it does not, what was expected, the difference and what was counted stand below one another. */
function Verdict({ report }: { report: PaperReport }) {
  const { t } = useWords();
  const { paper } = useSetting();
  const close = closeOf(report);
  if (!close) return null;
  const net = (close.sums?.net ?? []).map(({ amount }) => amount);
  const difference = netDifference(close.lines);
  const row = (
    name: string,
    amounts: readonly Money[],
    { signed = false, isSum = false }: { signed?: boolean; isSum?: boolean } = {},
  ) =>
    amounts.map((value, at) => (
      <tr key={value.currency} className={isSum && at === 0 ? 'sheet-sum' : undefined}>
        <th scope="row">{at === 0 && name}</th>
        <td>
          <MoneyWords value={value} signed={signed} />
        </td>
      </tr>
    ));
  return (
    <>
      <p className="sheet-verdict">{t(`reports.verdict.${close.verdict}`)}</p>
      {close.verdict === 'differ' && (
        <table className="sheet-difference">
          <tbody>
            {row(t('reports.column.expected'), net)}
            {row(t('reports.column.difference'), difference, { signed: true })}
            {net.length > 0 &&
              row(t('closing.column.counted'), sumByCurrency([...net, ...difference]), { isSum: true })}
          </tbody>
        </table>
      )}
      {close.verdict === 'differ' && paper === 'screen' && (
        <Reasons lines={close.lines} terminals={bodyOf(report).terminals} />
      )}
    </>
  );
}

/** On the screen, beside the sum: the lines that differ stand further down. */
function Reasons({ lines, terminals }: Pick<ZContent, 'lines' | 'terminals'>) {
  const { t } = useWords();
  const lineName = useLineName(terminals);
  return lines.map((line, at) => {
    const { explanation } = line;
    return (
      explanation && (
        <p key={at} className="sheet-note">
          {lineName(line)} · {t(`closing.differenceReason.${explanation.reason}`)}:{' '}
          <bdi>{explanation.note}</bdi>{' '}
          <span className="sheet-quiet">
            · <bdi>{explanation.by}</bdi>
          </span>
        </p>
      )
    );
  });
}

export function ReportHead({ report }: { report: PaperReport }) {
  const { t } = useWords();
  return (
    <header>
      <EnvironmentLine report={report} />
      <Marks report={report} />
      <Title report={report} />
      <p className="sheet-what">{t(report.kind === 'x' ? 'reports.what.x' : 'reports.what.z')}</p>
      <Facts report={report} />
      <Verdict report={report} />
      <Notes report={report} />
    </header>
  );
}
