/** The lists of a comparison, each with its figures: what needs somebody, what may belong together, what is expected or matched. */
import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBulb,
  IconChecks,
  IconCircleCheck,
  IconHourglass,
  IconLink,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ComparisonSummary } from '#shared/contract/reconciliation-overview.ts';
import type { Comparison, Side } from '#shared/domain/reconciliation.ts';
import type { Money } from '#shared/money/money.ts';
import { useCounted } from '../../components/counted.ts';
import { MoneyList } from '../../components/money-text.tsx';
import { sideWord } from '../../components/exception-texts.tsx';
import { countOf } from '../../components/sum-parts.ts';
import { expectedOf, figuresOf } from './counts.ts';
import { useReconciliation } from './store.ts';

export const parts = ['exceptions', 'proposals', 'expected', 'matches'] as const;
export type Part = (typeof parts)[number];

/** Proposals are made for the bank only. */
export const partsOf = (comparison: Comparison): readonly Part[] =>
  comparison === 'bank' ? parts : parts.filter((part) => part !== 'proposals');

const ICONS = {
  exceptions: IconAlertTriangle,
  proposals: IconBulb,
  expected: IconHourglass,
  matches: IconChecks,
};

type TabProps = {
  comparison: Comparison;
  part: Part;
  name: string;
  chosen: boolean;
  count: number;
  /** The count of each side, if both have some. They count different sales, so they are never added up. */
  counts: readonly { side: Side; count: number }[];
  /** What its list has besides, and is not in the count. */
  besides: string | null;
  sums: Money[];
};

function Tab({ comparison, part, name, chosen, count, counts, besides, sums }: TabProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  // Nothing that needs somebody is no warning.
  const Icon = part === 'exceptions' && count === 0 ? IconCircleCheck : ICONS[part];
  // Of what needs somebody the headline has the sum. Sales and their refunds can cancel out: a zero next to a count would
  // look like a mistake.
  const hasMoney = chosen && part !== 'exceptions' && sums.some(({ minor }) => minor !== 0n);
  return (
    <Link
      href={`/reconcile/${comparison}/${part}`}
      className="reconcile-part"
      aria-current={chosen ? 'page' : undefined}
      data-part={part}
    >
      <span className="reconcile-part-name">
        <Icon size={16} aria-hidden />
        {name}
      </span>
      {counts.length < 2 && <span className="reconcile-part-count">{counted(count).number}</span>}
      {counts.length > 1 &&
        counts.map((one) => (
          <span key={one.side} className="reconcile-part-side">
            <span className="reconcile-part-count">{counted(one.count).number}</span>{' '}
            <span className="reconcile-part-sum">{sideWord(t, one.side, comparison)}</span>
          </span>
        ))}
      {chosen && besides !== null && <span className="reconcile-part-sum">{besides}</span>}
      {hasMoney && (
        <span className="reconcile-part-sum">
          <MoneyList values={sums} />
        </span>
      )}
    </Link>
  );
}

type PartTabsProps = { summary: ComparisonSummary; part: Part; children?: ReactNode };

/** `children`: what can be done with the list that is shown. */
export function PartTabs({ summary, part, children }: PartTabsProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { needing, concerned, expected, expectedSums, waitingForClose, matched, undone, matchedSums } =
    figuresOf(summary);
  const proposals = useReconciliation(({ overview }) => overview?.proposals ?? 0);
  const counts = { exceptions: needing, proposals, expected, matches: matched };
  const sums = { exceptions: concerned, proposals: [], expected: expectedSums, matches: matchedSums };
  const { comparison } = summary;
  const bySide = expectedOf(summary, null).map(({ side, totals }) => ({ side, count: countOf(totals) }));
  const nameOf = (part: Part) =>
    // Its list has what waits for a close, too.
    part === 'expected' && waitingForClose > 0
      ? t('reconciliation.part.expectedWaits')
      : t(`reconciliation.part.${part}`);
  const cancelledOut = undone > 0 ? t('reconciliation.part.undone', counted(undone)) : null;
  return (
    <div className="reconcile-head">
      <nav className="reconcile-parts" aria-label={t('reconciliation.part.label')}>
        {partsOf(comparison).map((one) => (
          <Tab
            key={one}
            comparison={comparison}
            part={one}
            name={nameOf(one)}
            chosen={part === one}
            count={counts[one]}
            counts={one === 'expected' ? bySide : []}
            besides={one === 'matches' ? cancelledOut : null}
            sums={sums[one]}
          />
        ))}
      </nav>
      <div className="reconcile-tools">
        {children}
        <Button
          size="compact-sm"
          variant="default"
          component={Link}
          href={`/reconcile/${comparison}/match`}
          leftSection={<IconLink size={16} />}
        >
          {t('reconciliation.match.open')}
        </Button>
      </div>
    </div>
  );
}
