/** One entry of the record: everything that was hashed. */
import { Button, Code } from '@mantine/core';
import { IconArrowNarrowRight } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { RecordEntry } from '#shared/contract/activity.ts';
import { netDifference } from '#shared/domain/closing.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { useAnswer } from '../../components/asked.ts';
import { factsOf, useEventSubject, type Facts } from '../../components/event-subject.ts';
import { FactRow } from '../../components/fact.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyList } from '../../components/money-text.tsx';
import { SumLines } from '../../components/sums.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { formatCount, formatDateTime } from '../../i18n/format.ts';
import { FactList, FactRows, isTechnical } from './facts.tsx';
import { isGood, OutcomeChip, whatText } from './columns.tsx';
import { Z_ISSUED } from './z-columns.tsx';

const readable = (facts: string): string | null => {
  try {
    const value: unknown = JSON.parse(facts);
    return facts === '{}' ? null : JSON.stringify(value, null, 2);
  } catch {
    // As it stands: it may be what does not verify.
    return facts;
  }
};

/** What is known of it, with its branch by name; what nobody gave is left out, and stands in the facts as they were recorded. */
function namedFacts({ facts, day }: RecordEntry): Facts {
  const given = Object.entries(factsOf(facts) ?? {}).filter(([, value]) => value !== null);
  return Object.fromEntries(
    given.map(([name, value]) => [
      name,
      name === 'branch' && day && value === day.branchKey ? (day.branchName ?? value) : value,
    ]),
  );
}

/** A Z that was issued once says nothing by its number of issues. */
const isFirstIssue = (fact: string, value: unknown): boolean => fact === 'revision' && value === 1;

/** What the heading of an entry about a close says. */
const IN_HEADING: readonly string[] = ['branch', 'date', 'number'];
const isInHeading = ({ action, day }: RecordEntry, fact: string): boolean =>
  action.startsWith('day.') && day !== null && IN_HEADING.includes(fact);

/** What the Z of an entry came to, as this PC keeps it. */
function OfZ({ entry: { target: closingId, facts } }: { entry: RecordEntry }) {
  const { t } = useTranslation();
  const { value } = useAnswer(useCallback(() => call('closing.zs', { closingId }), [closingId]));
  const { number, revision } = factsOf(facts) ?? {};
  const content = value?.zs.find(
    (z) => z.content.number === number && z.content.revision === revision,
  )?.content;
  if (!content?.sums) return null;
  const difference = netDifference(content.lines);
  const isNone = difference.every(({ minor }) => minor === 0n);
  return (
    <>
      <SumLines sums={content.sums} difference={difference} totals={content.totals} />
      <dl className="facts">
        <FactRow name={t('reports.fact.verdict')}>{t(`reports.verdict.${content.verdict}`)}</FactRow>
        {isNone && content.verdict === 'agree' && (
          <FactRow name={t('closing.column.counted')}>
            <MoneyList values={content.sums.net.map(({ amount }) => amount)} />
          </FactRow>
        )}
        <FactRow name={t('reports.fact.begun')}>
          <TimeText atMs={content.begun.atMs} dated /> · <bdi>{content.begun.by}</bdi>
        </FactRow>
        {content.approvedBy !== null && (
          <FactRow name={t('reports.fact.approvedBy')}>
            <bdi>{content.approvedBy}</bdi>
          </FactRow>
        )}
      </dl>
    </>
  );
}

/** Entries of a close lead to it. */
const dayOf = ({ action, target, pc }: RecordEntry): string | null =>
  pc === null && action.startsWith('day.') && action !== 'day.settings-changed'
    ? `/close/day/${target}`
    : null;

type TechnicalProps = { entry: RecordEntry; facts: Facts };

/** What only a machine reads, and everything as it was hashed. */
function Technical({ entry, facts }: TechnicalProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const recorded = readable(entry.facts);
  return (
    <details className="folded">
      <summary>{t('activity.entry.technical')}</summary>
      <dl className="facts">
        <FactRow name={t('activity.entry.number')}>{formatCount(entry.seq, locale)}</FactRow>
        <FactRow name={t('activity.entry.machine')}>
          <bdi>{entry.machine}</bdi>
        </FactRow>
        <FactRow name={t('activity.entry.target')}>
          <IdText value={entry.target} copyable />
        </FactRow>
        <FactRow name={t('activity.entry.hash')}>
          <IdText value={entry.hash} copyable />
        </FactRow>
      </dl>
      {Object.keys(facts).length > 0 && <FactList action={entry.action} facts={facts} />}
      {recorded !== null && (
        <>
          <div className="muted size-13 spaced">{t('activity.entry.facts')}</div>
          <Code block dir="ltr">
            {recorded}
          </Code>
        </>
      )}
    </details>
  );
}

export function EntryDrawer({ entry, onClose }: { entry: RecordEntry; onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { name, isId } = useEventSubject()(entry);
  const known = Object.entries(namedFacts(entry));
  const technical = known.filter(([fact, value]) => isTechnical(fact, value));
  const told = known.filter(
    ([fact, value]) => !isTechnical(fact, value) && !isFirstIssue(fact, value) && !isInHeading(entry, fact),
  );
  const day = dayOf(entry);
  return (
    <SideDrawer
      opened
      onClose={onClose}
      title={whatText(t, entry)}
      acts={
        day !== null && (
          <Button
            component={Link}
            href={day}
            variant="default"
            rightSection={<IconArrowNarrowRight size={18} className="mirror" />}
          >
            {t('activity.entry.openDay')}
          </Button>
        )
      }
    >
      <div className="stack">
        <div className="stack-8">
          {name !== '' && (
            <strong className="size-20">{isId ? <IdText value={name} /> : <bdi>{name}</bdi>}</strong>
          )}
          {/* A Z that was issued is there: that it is done says nothing more. */}
          {!(entry.action === Z_ISSUED && isGood(entry)) && <OutcomeChip outcome={entry.outcome} />}
        </div>
        <dl className="facts">
          <FactRow name={t('activity.column.who')}>
            <bdi>{entry.actor}</bdi>
          </FactRow>
          <FactRow name={t('activity.column.when')}>
            <bdi>{formatDateTime(entry.atMs, locale)}</bdi>
          </FactRow>
          {entry.pc && (
            <FactRow name={t('activity.column.pc')}>
              <bdi>{entry.pc.name}</bdi>
            </FactRow>
          )}
          <FactRows action={entry.action} facts={Object.fromEntries(told)} />
        </dl>
        {entry.action === Z_ISSUED && entry.pc === null && <OfZ entry={entry} />}
        <Technical entry={entry} facts={Object.fromEntries(technical)} />
      </div>
    </SideDrawer>
  );
}
