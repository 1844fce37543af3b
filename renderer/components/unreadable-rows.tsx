/** Rows of a gateway's answer that cannot be read safely: of each what is wrong with it, and its text as it came. */
import { useTranslation } from 'react-i18next';
import type { UnreadableRow } from '#shared/domain/pos-transaction.ts';
import { useLocale } from '../app-store.ts';
import { formatCount } from '../i18n/format.ts';
import { useCounted } from './counted.ts';

/** More of them make nobody wiser, and the window slow; all of them are stored. */
const MOST_SHOWN = 100;

export function UnreadableRows({ rows }: { rows: readonly UnreadableRow[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const more = rows.length - MOST_SHOWN;
  return (
    <ul className="unreadable-rows" tabIndex={0} aria-label={t('terminals.unreadable.label')}>
      {rows.slice(0, MOST_SHOWN).map((row) => (
        <li key={row.rowId}>
          {t(`terminals.unreadable.problem.${row.problem}`, {
            field: row.field,
            row: formatCount(row.index + 1, locale),
          })}
          <code className="raw-row" dir="ltr">
            {row.raw}
          </code>
        </li>
      ))}
      {more > 0 && <li>{t('terminals.unreadable.more', counted(more))}</li>}
    </ul>
  );
}
