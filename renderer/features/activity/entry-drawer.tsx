/** One entry of the record: everything that was hashed. */
import { Code } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RecordEntry } from '#shared/contract/activity.ts';
import { useLocale } from '../../app-store.ts';
import { IdText } from '../../components/id-text.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { formatCount, formatDateTime } from '../../i18n/format.ts';
import { OutcomeChip, useTargetName, whatText } from './columns.tsx';

const readable = (facts: string): string | null => {
  try {
    const value: unknown = JSON.parse(facts);
    return facts === '{}' ? null : JSON.stringify(value, null, 2);
  } catch {
    // As it stands: it may be what does not verify.
    return facts;
  }
};

export function EntryDrawer({ entry, onClose }: { entry: RecordEntry; onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { name, isId } = useTargetName()(entry);
  const facts = readable(entry.facts);
  return (
    <SideDrawer opened onClose={onClose} title={whatText(t, entry)}>
      <div style={{ display: 'grid', gap: 18 }}>
        <OutcomeChip outcome={entry.outcome} />
        <dl className="facts">
          <dt>{t('activity.column.when')}</dt>
          <dd>
            <bdi>{formatDateTime(entry.atMs, locale)}</bdi>
          </dd>
          <dt>{t('activity.column.who')}</dt>
          <dd>
            <bdi>{entry.actor}</bdi>
          </dd>
          <dt>{t('activity.entry.machine')}</dt>
          <dd>
            <bdi>{entry.machine}</bdi>
          </dd>
          <dt>{t('activity.column.about')}</dt>
          <dd>
            {!isId && <bdi>{name}</bdi>} <IdText value={entry.target} />
          </dd>
          <dt>{t('activity.entry.number')}</dt>
          <dd>{formatCount(entry.seq, locale)}</dd>
          <dt>{t('activity.entry.hash')}</dt>
          <dd>
            <IdText value={entry.hash} copyable />
          </dd>
        </dl>
        {facts !== null && (
          <div>
            <div className="muted">{t('activity.entry.facts')}</div>
            <Code block dir="ltr">
              {facts}
            </Code>
          </div>
        )}
      </div>
    </SideDrawer>
  );
}
