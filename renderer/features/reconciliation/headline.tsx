/** The head of a comparison: its headline, how old its data is, and how far a run has come. */
import { Anchor, Button, Progress as Bar } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconChevronUp, IconHistoryToggle } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ComparisonSummary, ReconciliationOverview } from '#shared/contract/reconciliation-overview.ts';
import { sides } from '#shared/domain/reconciliation.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { useErrorText } from '../../components/error-notice.tsx';
import { sideWord } from '../../components/exception-texts.tsx';
import { MoneyList, TotalsText } from '../../components/money-text.tsx';
import { formatAmounts, formatDate, formatList, formatTime } from '../../i18n/format.ts';
import { useMay } from '../../people-store.ts';
import { expectedOf, figuresOf, restOf } from './counts.ts';
import { useLastExpected } from './last-expected.ts';
import { useExpected } from './lists.ts';
import { StartDateLink } from './go-to-close.tsx';
import { useReconciliation } from './store.ts';
import { Waiting } from './waiting-headline.tsx';

/** "7 exceptions need attention, EGP 3,210.00." The verdict, then how much of ours is matched. What is only on its way is told below. */
function Sentence({ summary }: { summary: ComparisonSummary }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { all, matched, needing, concerned, waitingForClose, old } = figuresOf(summary);
  const coming = useUntil(summary);
  const isSaidBelow = matched === 0 && needing > 0 && coming !== null;
  const proposed = useReconciliation(({ overview }) =>
    summary.comparison === 'bank' ? (overview?.proposals ?? 0) : 0,
  );
  return (
    <p className="reconcile-sentence" data-testid="reconcile-headline">
      {needing > 0 && (
        <>
          {t('reconciliation.headline.needing', counted(needing))} <MoneyList values={concerned} strong />
          {old > 0 && <> {t('reconciliation.headline.old', counted(old))}</>}.{' '}
        </>
      )}
      {proposed > 0 && `${t('reconciliation.headline.proposed', counted(proposed))} `}
      {needing === 0 &&
        (waitingForClose > 0
          ? `${t('reconciliation.headline.waitClose', counted(waitingForClose))} `
          : proposed === 0 && `${t('reconciliation.headline.nothing')} `)}
      <Rest summary={summary} />
      <span className="reconcile-matched" data-below={isSaidBelow || undefined}>
        {t(`reconciliation.headline.matched.${summary.comparison}`, {
          ...counted(all),
          matched: counted(matched).number,
        })}
        {isSaidBelow && ` ${coming}`}
      </span>
    </p>
  );
}

/** What is not matched yet, if nothing of it is late: its sum, and by when it comes. */
function Rest({ summary }: { summary: ComparisonSummary }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const by = useLastExpected(summary);
  const rest = restOf(summary);
  if (by === null || rest.length === 0) return null;
  const amount = formatAmounts(rest, locale);
  return `${t('reconciliation.headline.rest', { amount, date: formatDate(by, 'short', locale) })} `;
}

const comingOf = (summary: ComparisonSummary): number => {
  const { expected, waitingForClose } = figuresOf(summary);
  return expected - waitingForClose;
};

/** How many are expected, and by when; null if nothing is, or if no day is known. */
function useUntil(summary: ComparisonSummary): string | null {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const by = useLastExpected(summary);
  const coming = comingOf(summary);
  if (coming === 0 || by === null) return null;
  return t('reconciliation.headline.expectedBy', {
    ...counted(coming),
    date: formatDate(by, 'short', locale),
  });
}

/** What is expected, and what waits for a close, where the sentence does not say it. */
function useComing(summary: ComparisonSummary): string[] {
  const { t } = useTranslation();
  const counted = useCounted();
  const until = useUntil(summary);
  const coming = comingOf(summary);
  const { matched, needing, waitingForClose } = figuresOf(summary);
  const isSaid = matched === 0 && needing > 0 && until !== null;
  return [
    ...(coming > 0 && !isSaid ? [until ?? t('reconciliation.headline.expected', counted(coming))] : []),
    ...(needing > 0 && waitingForClose > 0
      ? [t('reconciliation.headline.waitClose', counted(waitingForClose))]
      : []),
  ];
}

/** The data behind the figures: each part with its time. */
function useBasis(summary: ComparisonSummary, { result }: ReconciliationOverview): string[] {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const counted = useCounted();
  if (!result) return [];
  const { basis, endedAtMs } = result;
  const { all, allTheirs, undone } = figuresOf(summary);
  const { comparison, covered, held, before } = summary;
  const time = (atMs: number) => formatTime(atMs, nowMs, locale);
  const day = (date: string) => formatDate(date, 'short', locale);
  // What the closes hold, and the parts that add up to it where not all of it is to match.
  const ofCloses = [
    t('reconciliation.basis.toMatch', counted(all)),
    ...(undone > 0 ? [t('reconciliation.basis.undone', counted(undone))] : []),
    ...(held > 0 ? [t('reconciliation.basis.held', counted(held))] : []),
  ];
  const closes = (atMs: number) => {
    const text = t('reconciliation.basis.closes', { ...counted(all + undone + held), time: time(atMs) });
    return ofCloses.length > 1 ? `${text}: ${formatList(ofCloses, locale)}` : text;
  };
  return [
    comparison !== 'bank' && basis.lastClosedAtMs !== null ? closes(basis.lastClosedAtMs) : null,
    // Those of before the start date have a line of their own.
    comparison === 'sales' && basis.settledReadAtMs !== null
      ? t(`reconciliation.basis.${before.theirs.length > 0 ? 'settledToCompare' : 'settled'}`, {
          ...counted(allTheirs),
          time: time(basis.settledReadAtMs),
        })
      : null,
    comparison === 'bank' && basis.windowsReadAtMs !== null
      ? t('reconciliation.basis.windows', { time: time(basis.windowsReadAtMs) })
      : null,
    comparison === 'bank' && basis.requestsReadAtMs !== null
      ? t('reconciliation.basis.early', { time: time(basis.requestsReadAtMs) })
      : null,
    comparison !== 'sales' && covered !== null
      ? covered.from === covered.to
        ? day(covered.from)
        : t('reconciliation.basis.covered', { from: day(covered.from), to: day(covered.to) })
      : null,
    comparison !== 'sales' ? t('reconciliation.basis.imports', counted(basis.imports[comparison])) : null,
    t('reconciliation.basis.compared', { time: time(endedAtMs) }),
  ].filter((part) => part !== null);
}

/** `isWaiting`: the list below is of what waits. */
type HeadlineProps = { summary: ComparisonSummary; overview: ReconciliationOverview; isWaiting: boolean };

/** The sentence, and behind a press what it rests on: who trusts the figure does not read it each time. */
function Answer({ summary, overview, isWaiting }: HeadlineProps) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const coming = useComing(summary);
  const basis = useBasis(summary, overview);
  return (
    <>
      <div className="reconcile-answer">
        {isWaiting && expectedOf(summary, null).length > 0 ? (
          <Waiting summary={summary} />
        ) : (
          <Sentence summary={summary} />
        )}
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-expanded={isOpen}
          aria-controls={id}
          rightSection={isOpen ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('reconciliation.basis.how')}
        </Button>
      </div>
      <ul id={id} className="reconcile-how" hidden={!isOpen}>
        {[...coming, ...basis].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}

/** Items of the time before we began: shown apart, with their sums and a list of their own. */
function BeforeStart({ summary }: { summary: ComparisonSummary }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const { comparison, before } = summary;
  if (before.from === null || before.ours.length + before.theirs.length === 0) return null;
  return (
    <p className="reconcile-basis" data-testid="reconcile-before">
      {t('reconciliation.before.text', { date: formatDate(before.from, 'dated', locale) })}{' '}
      {sides.map((side) => {
        const totals = before[side];
        if (totals.length === 0) return null;
        const count = totals.reduce((sum, total) => sum + total.count, 0);
        return (
          <span key={side} className="reconcile-before">
            {counted(count).number} {sideWord(t, side, comparison)} · <TotalsText totals={totals} />
          </span>
        );
      })}
      <Anchor
        component={Link}
        href={`/reconcile/${comparison}/expected`}
        inherit
        underline="always"
        onClick={() => useExpected.getState().begin({ comparison, reason: 'before-start', text: '' })}
      >
        {t('reconciliation.before.show')}
      </Anchor>{' '}
      · <StartDateLink />
    </p>
  );
}

/** Lines of the bank that settle nothing, by what they are; each leads to its list. */
function SettlesNothing({ booked }: ComparisonSummary) {
  const { t } = useTranslation();
  const counted = useCounted();
  if (booked.length === 0) return null;
  return (
    <p className="reconcile-basis" data-testid="reconcile-booked">
      {t('reconciliation.booked.besides')}{' '}
      {booked.map(({ kind, theirs }) => (
        <span key={kind} className="reconcile-before">
          <Anchor
            component={Link}
            href="/reconcile/bank/expected"
            inherit
            underline="always"
            onClick={() => useExpected.getState().begin({ comparison: 'bank', reason: kind, text: '' })}
          >
            {t(`reconciliation.expectedReason.${kind}`)}
          </Anchor>{' '}
          {counted(theirs.reduce((sum, { count }) => sum + count, 0)).number} · <TotalsText totals={theirs} />
        </span>
      ))}
    </p>
  );
}

/** The changes since the last run, in words, with a button that compares again. */
function OutOfDate({ overview }: { overview: ReconciliationOverview }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { outOfDate, result } = overview;
  if (!result || outOfDate.length === 0) return null;
  const causes = formatList(
    outOfDate.map((cause) => t(`reconciliation.outOfDate.${cause}`)),
    locale,
  );
  return (
    <div className="banner" data-tone="late" role="status">
      <IconHistoryToggle size={16} />
      {t('reconciliation.outOfDate.text', { causes })}
    </div>
  );
}

function Running() {
  const { t } = useTranslation();
  const counted = useCounted();
  const may = useMay('reconcile');
  const { progress, cancel } = useReconciliation();
  if (!progress) return null;
  const { phase, done, total } = progress;
  return (
    <div className="banner" role="status" data-testid="reconcile-running">
      <Bar
        w={160}
        value={total === null ? 100 : total === 0 ? 0 : Math.min(100, (100 * done) / total)}
        animated={total === null}
        aria-label={t('reconciliation.run.running')}
      />
      <span>
        {t(`reconciliation.run.phase.${phase}`)}
        {total !== null && total > 0 && (
          <span className="muted">
            {' '}
            {t('reconciliation.run.done', { done: counted(done).number, total: counted(total).number })}
          </span>
        )}
      </span>
      {may.allowed && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => void cancel()}>
          {t('app.actions.cancel')}
        </Button>
      )}
    </div>
  );
}

/** The last run failed; what is shown is the result before it. */
function Failed({ overview }: { overview: ReconciliationOverview }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { lastError } = overview;
  if (!lastError) return null;
  const { title, next } = errorText(lastError.error);
  return (
    <div className="banner" data-tone="bad" role="alert">
      <IconAlertTriangle size={16} />
      <span>
        <strong>{t('reconciliation.run.failed')}</strong> {title} {next}
      </span>
    </div>
  );
}

export function Headline({ summary, overview, isWaiting }: HeadlineProps) {
  const { t } = useTranslation();
  const running = useReconciliation((state) => state.progress !== null);
  return (
    <>
      <Running />
      <Failed overview={overview} />
      {!running && <OutOfDate overview={overview} />}
      {summary.state === 'compared' && (
        <div className="reconcile-headline">
          <Answer summary={summary} overview={overview} isWaiting={isWaiting} />
          <div className="reconcile-bases">
            <BeforeStart summary={summary} />
            <SettlesNothing {...summary} />
            {summary.leftOut.length > 0 && (
              <p className="reconcile-basis">
                {t('reconciliation.leftOut')}{' '}
                <MoneyList values={summary.leftOut.map(({ amount }) => amount)} />
              </p>
            )}
          </div>
        </div>
      )}
    </>
  );
}
