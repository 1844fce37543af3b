/** What an imported line was matched with, and the way there; or why it is not. */
import { Anchor } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { LineStanding } from '#shared/contract/import-standing.ts';
import type { ReconcileItem } from '#shared/contract/reconciliation-items.ts';
import { comparisonOf } from '#shared/domain/reconciliation.ts';
import type { ImportKind } from '#shared/domain/statement.ts';
import { exceptionPath } from '../../components/exception-path.ts';
import { placesOf } from '../../components/item-places.ts';
import { useLocale } from '../../app-store.ts';
import { formatCount, formatDate, type Locale } from '../../i18n/format.ts';

/** By what it is and its day. A line is matched with what is ours: no other line. */
function itemText(t: TFunction, locale: Locale, { source, date }: ReconcileItem): string {
  if (source.kind === 'line') return t('import.standing.matched');
  return t(`import.standing.${source.kind}`, {
    day: date === null ? '—' : formatDate(date, 'short', locale),
  });
}

/** Without a link, for copying and for screen readers. */
export function standingText(t: TFunction, locale: Locale, standing: LineStanding): string {
  switch (standing.kind) {
    case 'matched': {
      const [first] = standing.ours;
      if (!first) return t('import.standing.matched');
      const more = standing.count - 1;
      const text = itemText(t, locale, first);
      if (more <= 0) return text;
      return `${text} ${t('import.standing.more', { count: more, number: formatCount(more, locale) })}`;
    }
    case 'apart':
      return t(`reconciliation.expectedReason.${standing.reason}`);
    // Where that is so of all lines, the page says it once and the column is not shown.
    case 'not-compared':
      return '';
    default:
      return t(`import.standing.${standing.kind}`);
  }
}

const pathOf = (standing: LineStanding, kind: ImportKind): string | null => {
  if (standing.kind === 'exception') return exceptionPath(comparisonOf(kind), standing.key);
  const [first] = standing.kind === 'matched' ? standing.ours : [];
  return (first && placesOf(first)[0]?.href) ?? null;
};

export function StandingText({ standing, kind }: { standing: LineStanding; kind: ImportKind }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const text = standingText(t, locale, standing);
  const href = pathOf(standing, kind);
  if (href === null) return <span className="muted">{text === '' ? '—' : text}</span>;
  return (
    <Anchor
      component={Link}
      href={href}
      inherit
      className={standing.kind === 'exception' ? 'chip' : undefined}
      data-tone={standing.kind === 'exception' ? 'late' : undefined}
    >
      {standing.kind === 'exception' && <IconAlertTriangle size={14} aria-hidden />}
      {text}
    </Anchor>
  );
}
