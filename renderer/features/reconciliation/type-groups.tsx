/** Open exceptions by their type: how many are alike, with their sum; one press lists only them. */
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

export function TypeGroups({ summary }: { summary: ComparisonSummary }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { query, ask } = useExceptions();
  const groups = groupsOf(summary);
  const only = onlyTypeOf(summary, query.filter);
  const cause = only && <Cause type={only} comparison={summary.comparison} />;
  // With one type only, its count and sum are those of the list below.
  if (groups.length < 2) return cause;
  return (
    <>
      <ul className="type-groups" aria-label={t('reconciliation.groups.label')}>
        {groups.map(({ type, count, concerned }) => (
          <li key={type}>
            <button
              type="button"
              className="type-group"
              aria-pressed={only === type}
              data-type={type}
              onClick={() => ask({ filter: { ...query.filter, types: only === type ? [] : [type] } })}
            >
              <strong>{counted(count).number}</strong>
              <span>{typeText(t, type, summary.comparison)}</span>
              <MoneyList values={concerned} />
            </button>
          </li>
        ))}
      </ul>
      {cause}
    </>
  );
}
