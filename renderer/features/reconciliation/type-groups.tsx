/** Open exceptions by their type: how many are alike, with their sum; one press lists only them. */
import { useTranslation } from 'react-i18next';
import type { ComparisonSummary } from '#shared/contract/reconciliation-overview.ts';
import { useCounted } from '../../components/counted.ts';
import { typeText } from '../../components/exception-texts.tsx';
import { MoneyList } from '../../components/money-text.tsx';
import { groupsOf } from './counts.ts';
import { useExceptions } from './lists.ts';

export function TypeGroups({ summary }: { summary: ComparisonSummary }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { query, ask } = useExceptions();
  const groups = groupsOf(summary);
  // With one type only, its count and sum are those of the list below.
  if (groups.length < 2) return null;
  const [only] = query.filter.types.length === 1 ? query.filter.types : [];
  return (
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
  );
}
