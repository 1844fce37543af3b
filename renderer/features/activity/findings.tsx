/** The findings about the record as a whole: a break, the result of verifying, the file of an export. */
import { IconAlertTriangle, IconFileExport, IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import type { RecordBreak } from '#shared/contract/activity.ts';
import { useLocale } from '../../app-store.ts';
import { IdText } from '../../components/id-text.tsx';
import { formatCount, formatTime } from '../../i18n/format.ts';
import { AcceptRecord } from './accept-record.tsx';
import { useActivity } from './store.ts';

function Broken({ found: { where, at, what } }: { found: RecordBreak }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const place = `${t(`errors.chain.where.${where}`)} ${formatCount(at, locale)} ${t(`errors.chain.what.${what}`)}`;
  return (
    <div className="banner" data-tone="bad" role="alert">
      <IconAlertTriangle size={18} />
      <span>
        <strong>{t('activity.broken.title', { place })}</strong> {t(`activity.broken.${where}`)}{' '}
        {t('activity.broken.next')}
      </span>
      <AcceptRecord place={place} />
    </div>
  );
}

type WholeProps = { verdict: OutputOf<'activity.verify'> & { kind: 'whole' }; atMs: number };

/** As it was when it was verified: what was done since is not in these figures. */
function Whole({ verdict, atMs }: WholeProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { accepted } = verdict;
  const good = verdict.anchored === 'found' && accepted.length === 0;
  return (
    <div className="banner" data-tone={good ? undefined : 'late'} role="status">
      <IconShieldCheck size={18} {...(good && { className: 'good-icon' })} />
      <span>
        {t('activity.whole.title', { time: formatTime(atMs, atMs, locale) })}{' '}
        {t(`activity.anchored.${verdict.anchored}`)}{' '}
        {accepted.length > 0 && t('activity.whole.accepted', { places: accepted.join(', ') })}
      </span>
      <details className="push size-12 muted">
        <summary>{t('activity.entry.technical')}</summary>
        {t('activity.whole.of', {
          entries: formatCount(verdict.entries, locale),
          events: formatCount(verdict.events, locale),
        })}{' '}
        · {t('activity.whole.head')} <IdText value={verdict.head.slice(0, 16)} />
      </details>
    </div>
  );
}

function Exported({ path, entries, events }: OutputOf<'activity.export'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <div className="banner" role="status">
      <IconFileExport size={18} />
      <span>
        {t('activity.export.done', {
          entries: formatCount(entries, locale),
          events: formatCount(events, locale),
        })}{' '}
        <IdText value={path} copyable />
      </span>
    </div>
  );
}

export function Findings() {
  const { summary, verdict, verdictAtMs, exported } = useActivity();
  const broken = verdict?.kind === 'broken' ? verdict : (summary?.broken ?? null);
  return (
    <>
      {broken && <Broken found={broken} />}
      {verdict?.kind === 'whole' && <Whole verdict={verdict} atMs={verdictAtMs} />}
      {exported && <Exported {...exported} />}
    </>
  );
}
