/** One entry of the record: everything that was hashed. */
import { Button, Code } from '@mantine/core';
import { IconArrowNarrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { RecordEntry } from '#shared/contract/activity.ts';
import { useLocale } from '../../app-store.ts';
import { factsOf, useEventSubject, type Facts } from '../../components/event-subject.ts';
import { FactRow } from '../../components/fact.tsx';
import { IdText } from '../../components/id-text.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { formatCount, formatDateTime } from '../../i18n/format.ts';
import { FactList } from './facts.tsx';
import { OutcomeChip, whatText } from './columns.tsx';

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

/** Entries of a close lead to it. */
const dayOf = ({ action, target, pc }: RecordEntry): string | null =>
  pc === null && action.startsWith('day.') && action !== 'day.settings-changed'
    ? `/close/day/${target}`
    : null;

export function EntryDrawer({ entry, onClose }: { entry: RecordEntry; onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { name, isId } = useEventSubject()(entry);
  const facts = readable(entry.facts);
  const { sha256, ...known } = namedFacts(entry);
  const day = dayOf(entry);
  return (
    <SideDrawer opened onClose={onClose} title={whatText(t, entry)}>
      <div className="stack">
        <OutcomeChip outcome={entry.outcome} />
        <dl className="facts">
          <FactRow name={t('activity.column.when')}>
            <bdi>{formatDateTime(entry.atMs, locale)}</bdi>
          </FactRow>
          <FactRow name={t('activity.column.who')}>
            <bdi>{entry.actor}</bdi>
          </FactRow>
          {entry.pc && (
            <FactRow name={t('activity.column.pc')}>
              <bdi>{entry.pc.name}</bdi>
            </FactRow>
          )}
          <FactRow name={t('activity.entry.machine')}>
            <bdi>{entry.machine}</bdi>
          </FactRow>
          <FactRow name={t('activity.column.about')}>
            {!isId && <bdi>{name}</bdi>} <IdText value={entry.target} />
          </FactRow>
          <FactRow name={t('activity.entry.number')}>{formatCount(entry.seq, locale)}</FactRow>
        </dl>
        {Object.keys(known).length > 0 && <FactList action={entry.action} facts={known} />}
        {day !== null && (
          <div>
            <Button
              component={Link}
              href={day}
              variant="default"
              rightSection={<IconArrowNarrowRight size={18} className="mirror" />}
            >
              {t('activity.entry.openDay')}
            </Button>
          </div>
        )}
        <details>
          <summary className="muted">{t('activity.entry.hash')}</summary>
          <IdText value={entry.hash} copyable />
          {typeof sha256 === 'string' && (
            <div>
              {t('activity.fact.sha256')} <IdText value={sha256} copyable />
            </div>
          )}
        </details>
        {facts !== null && (
          <details>
            <summary className="muted">{t('activity.entry.facts')}</summary>
            <Code block dir="ltr" mt={8}>
              {facts}
            </Code>
          </details>
        )}
      </div>
    </SideDrawer>
  );
}
