/** The line of what is found: the open exceptions by their type, or of one type its cause and what would end it. */
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ExceptionFilter } from '#shared/contract/reconciliation-items.ts';
import type { ExceptionType } from '#shared/domain/reconciliation.ts';
import type { ComparisonSummary } from '#shared/contract/reconciliation-overview.ts';
import { useCounted } from '../../components/counted.ts';
import { typeText } from '../../components/exception-texts.tsx';
import { MoneyList } from '../../components/money-text.tsx';
import { groupsOf } from './counts.ts';
import { Cause } from './go-to-close.tsx';
import { useExceptions } from './lists.ts';

/** The type of all exceptions that are listed, if they have one. */
export function onlyTypeOf(
  summary: ComparisonSummary,
  { types, states }: ExceptionFilter,
): ExceptionType | null {
  if (types.length === 1) return types[0] ?? null;
  const groups = groupsOf(summary);
  return groups.length === 1 && types.length === 0 && states.join() === 'open'
    ? (groups[0]?.type ?? null)
    : null;
}

/** The one that is pressed stays alone beside its cause; pressed again, all are back. */
export function TypeGroups({ summary }: { summary: ComparisonSummary }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { query, ask } = useExceptions();
  const { comparison } = summary;
  const groups = groupsOf(summary);
  const only = onlyTypeOf(summary, query.filter);
  // With one type only, its count and sum are those of the list below.
  const shown = groups.length < 2 ? [] : groups.filter(({ type }) => only === null || type === only);
  if (shown.length === 0 && only === null) return null;
  return (
    <div className="found-line">
      {shown.length > 0 && (
        <ul className="type-groups" aria-label={t('reconciliation.groups.label')}>
          {shown.map(({ type, count, concerned }) => (
            <li key={type}>
              <button
                type="button"
                className="type-group"
                aria-pressed={only === type}
                data-type={type}
                onClick={() => ask({ filter: { ...query.filter, types: only === type ? [] : [type] } })}
              >
                <strong>{counted(count).number}</strong>
                <span>{typeText(t, type, comparison)}</span>
                <MoneyList values={concerned} />
                {only === type && <IconX size={12} aria-hidden />}
              </button>
            </li>
          ))}
        </ul>
      )}
      {only && (
        <Cause
          type={only}
          comparison={comparison}
          count={shown.length > 0 ? null : (groups.find(({ type }) => type === only)?.count ?? 0)}
        />
      )}
    </div>
  );
}
