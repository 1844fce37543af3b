/** What stands between now and closing: each branch with its obstacles and the way on. The loudest part of the page. */
import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowNarrowRight,
  IconCircleCheck,
  IconClockExclamation,
  IconQuestionMark,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useLocale, useNowMs } from '../../app-store.ts';
import { useBranchName } from '../../components/close-texts.tsx';
import { useCounted } from '../../components/counted.ts';
import { TotalsText } from '../../components/money-text.tsx';
import { formatDate, formatDurationAfter } from '../../i18n/format.ts';
import { useMay } from '../../people-store.ts';
import { chooseBranchToClose } from '../closing/index.tsx';
import { lateFirst, openBranches, standsInOrder } from './selectors.ts';
import type { Today } from './store.ts';

type Branch = Today['branches'][number];

/** Of those that have a colour. */
const ICONS: Partial<Record<(typeof standsInOrder)[number], ReactNode>> = {
  earlierDays: <IconClockExclamation size={16} aria-hidden />,
  operationsNotKnown: <IconQuestionMark size={16} aria-hidden />,
  unreadableRows: <IconAlertTriangle size={16} aria-hidden />,
};

/** `overdue`: the earlier days of this branch that are not closed. One is named by its date. */
function Obstacles({ branch, overdue }: { branch: Branch; overdue: Today['overdue'] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const [day, ...others] = overdue;
  const wordsOf = (what: (typeof standsInOrder)[number]) => {
    if (what === 'earlierDays' && day && others.length === 0)
      return t('today.stands.earlierDay', { date: formatDate(day.businessDate, 'short', locale) });
    // With those of closed days: the lines add up to the tile, and each to its amount.
    return t(
      `today.stands.${what}`,
      counted(what === 'outstanding' ? branch.outstandingCount : branch.standsBetween[what]),
    );
  };
  const standing = standsInOrder.filter((what) => branch.standsBetween[what] > 0);
  if (branch.closing?.state === 'closed')
    return (
      <>
        <span className="chip" data-tone="good">
          <IconCircleCheck size={16} /> {t('today.branch.closed')}
        </span>
        {branch.outstandingClosed > 0 && (
          <span className="blocker" data-what="left">
            <IconClockExclamation size={16} aria-hidden />
            {t('today.stands.outstanding', counted(branch.outstandingCount))}
          </span>
        )}
      </>
    );
  if (standing.length === 0) return <span className="muted">{t('today.branch.ready')}</span>;
  return standing.map((what) => (
    <span key={what} className="blocker" data-what={what}>
      {ICONS[what]}
      {wordsOf(what)}
    </span>
  ));
}

/** The way on: to acknowledge what a closed day left, or to its close. `day`: the oldest that is late. */
function BranchAct({ branch, day }: { branch: Branch; day: Today['overdue'][number] | undefined }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const branchName = useBranchName();
  const { closing, branchKey } = branch;
  const closed = closing?.state === 'closed';
  // The day is closed, and the gateway still waits for its acknowledgement.
  const mayAcknowledge = useMay('acknowledge').allowed;
  const isLeft = closed && branch.outstandingClosed > 0 && mayAcknowledge;
  const words = () => {
    if (isLeft) return t('operations.ack.start');
    if (closed) return t('today.branch.open');
    if (closing) return t('closing.branches.goOn');
    return day
      ? t('today.branch.beginDay', { date: formatDate(day.businessDate, 'brief', locale) })
      : t('today.branch.begin');
  };
  return (
    <Button
      component={Link}
      href={isLeft ? '/terminals' : closing ? `/close/day/${closing.closingId}` : '/close/branches'}
      size="xs"
      variant="default"
      onClick={() => chooseBranchToClose(branchKey)}
      rightSection={<IconArrowNarrowRight size={16} className="mirror" />}
    >
      {words()}
      <span className="visually-hidden"> {branchName(branch)}</span>
    </Button>
  );
}

/** `showsCutOff`: true if branches have different cut-offs. A cut-off that all share stands in its tile. */
type LineProps = { branch: Branch; overdue: Today['overdue']; showsCutOff: boolean };

function BranchLine({ branch, overdue, showsCutOff }: LineProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const locale = useLocale();
  const nowMs = useNowMs();
  const branchName = useBranchName();
  const { closing } = branch;
  const closed = closing?.state === 'closed';
  // How many there are stands beside the name already.
  const isSaid = closed ? branch.outstandingClosed > 0 : branch.standsBetween.outstanding > 0;
  const ofClosed = branch.outstandingClosed;
  const ofClosedDays =
    ofClosed === branch.outstandingCount
      ? t('today.branch.allOfClosedDays')
      : t('today.branch.ofClosedDays', counted(ofClosed));
  return (
    <li
      className="blockers-line"
      data-branch={branch.branchKey}
      data-closed={closed || undefined}
      data-cut-off={showsCutOff || undefined}
    >
      <strong>{branchName(branch)}</strong>
      <span className="blockers-what">
        <Obstacles branch={branch} overdue={overdue} />
      </span>
      <span className="number-cell">
        {branch.outstandingCount > 0 && <TotalsText totals={branch.outstanding} strong />}
        {(ofClosed > 0 || !isSaid) && branch.outstandingCount > 0 && (
          <div className="muted size-13 no-wrap">
            {[
              ...(isSaid ? [] : [t('terminals.head.outstanding', counted(branch.outstandingCount))]),
              ...(ofClosed > 0 ? [ofClosedDays] : []),
            ].join(' · ')}
          </div>
        )}
      </span>
      {showsCutOff && (
        <span className="muted">
          {!closed &&
            t('closing.branches.cutOffIn', {
              duration: formatDurationAfter(branch.nextCutOffAtMs - nowMs, locale),
            })}
        </span>
      )}
      <BranchAct branch={branch} day={overdue[0]} />
    </li>
  );
}

export function Blockers({ today }: { today: Today }) {
  const { t } = useTranslation();
  if (today.branches.length === 0) return null;
  const showsCutOff = new Set(openBranches(today).map(({ nextCutOffAtMs }) => nextCutOffAtMs)).size > 1;
  return (
    <section className="card blockers" aria-labelledby="today-blockers">
      <h2 id="today-blockers" className="visually-hidden">
        {t('today.branch.title')}
      </h2>
      <ul className="plain-list">
        {lateFirst(today).map((branch) => (
          <BranchLine
            key={branch.branchKey}
            branch={branch}
            overdue={today.overdue.filter(({ branchKey }) => branchKey === branch.branchKey)}
            showsCutOff={showsCutOff}
          />
        ))}
      </ul>
    </section>
  );
}
