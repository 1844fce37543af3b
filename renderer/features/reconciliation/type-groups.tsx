/** Open exceptions by their type, or of one type by their age: how many are alike, with their sum; one press lists only them. */
import { useTranslation } from 'react-i18next';
import type { ExceptionFilter } from '#shared/contract/reconciliation-items.ts';
import type { ExceptionType } from '#shared/domain/reconciliation.ts';
import type { ComparisonSummary } from '#shared/contract/reconciliation-overview.ts';
import type { Money } from '#shared/money/money.ts';
import { useCounted } from '../../components/counted.ts';
import { typeText } from '../../components/exception-texts.tsx';
import { MoneyList } from '../../components/money-text.tsx';
import { agesOf, groupsOf } from './counts.ts';
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

type GroupProps = {
  name: string;
  count: number;
  concerned: Money[];
  pressed: boolean;
  type?: ExceptionType;
  onPress: () => void;
};

function Group({ name, count, concerned, pressed, type, onPress }: GroupProps) {
  const counted = useCounted();
  return (
    <li>
      <button type="button" className="type-group" aria-pressed={pressed} data-type={type} onClick={onPress}>
        <strong>{counted(count).number}</strong>
        <span>{name}</span>
        <MoneyList values={concerned} />
      </button>
    </li>
  );
}

/** Exceptions of one type, by how old they are. */
function AgeGroups({ summary }: { summary: ComparisonSummary }) {
  const { t } = useTranslation();
  const { query, ask } = useExceptions();
  const { ages } = query.filter;
  const groups = agesOf(summary);
  if (groups.length < 2) return null;
  return (
    <ul className="type-groups" aria-label={t('reconciliation.groups.ages')}>
      {groups.map(({ age, ...group }) => {
        const pressed = ages.join() === age;
        return (
          <Group
            key={age}
            {...group}
            name={t(`reconciliation.groups.age.${age}`)}
            pressed={pressed}
            onPress={() => ask({ filter: { ...query.filter, ages: pressed ? [] : [age] } })}
          />
        );
      })}
    </ul>
  );
}

export function TypeGroups({ summary }: { summary: ComparisonSummary }) {
  const { t } = useTranslation();
  const { query, ask } = useExceptions();
  const groups = groupsOf(summary);
  const only = onlyTypeOf(summary, query.filter);
  const cause = only && <Cause type={only} comparison={summary.comparison} />;
  // With one type only, its count and sum are those of the list below.
  if (groups.length < 2)
    return (
      <>
        {cause}
        <AgeGroups summary={summary} />
      </>
    );
  return (
    <>
      <ul className="type-groups" aria-label={t('reconciliation.groups.label')}>
        {groups.map(({ type, ...group }) => (
          <Group
            key={type}
            {...group}
            name={typeText(t, type, summary.comparison)}
            pressed={only === type}
            type={type}
            onPress={() => ask({ filter: { ...query.filter, types: only === type ? [] : [type] } })}
          />
        ))}
      </ul>
      {cause}
    </>
  );
}
