/** The foot of a kept list: how many rows it has, how many are in each state, and what each of them comes to. */
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { firstStates, isListed, type KeptListName } from '#shared/domain/kept-lists.ts';
import { useCounted } from '../../components/counted.ts';
import { ListFoot } from '../../components/list-foot.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { wordOf } from './cells.tsx';
import { isNarrowed, useKept } from './store.ts';

type States = NonNullable<ReturnType<typeof useKept>['summary']>['states'];
/** The state whose rows stand above the others; null if none of them has it. */
const firstIn = (name: KeptListName, states: States): string | null =>
  firstStates(name).find((word) => states.some((state) => state.word === word && state.count > 0)) ?? null;

export function KeptFoot({ name }: { name: KeptListName }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { filter, sort, summary } = useKept(name);
  // A filter that nothing fits leaves the foot where it is.
  if (!summary || (summary.count === 0 && !isNarrowed(filter))) return null;
  const { count, sums } = summary;
  const states = summary.states.filter((state) => state.count > 0);
  // Paid and owed are two sums and are never added up. The parts add up to the count.
  const isParted = states.length > 1;
  // No head of a column marks an order that nobody chose.
  const first = sort === null ? firstIn(name, summary.states) : null;
  return (
    <ListFoot count={t('grid.rows', counted(count))} sums={isParted ? [] : sums}>
      {isParted &&
        states.map((state) => (
          <span key={state.word}>
            <span className="muted">{wordOf(t, state.word)}</span> {counted(state.count).number}
            {state.sums.length > 0 && (
              <>
                {' · '}
                {state.sums.map((sum, at) => (
                  <Fragment key={sum.currency}>
                    {at > 0 && ' + '}
                    <MoneyText value={sum} />
                  </Fragment>
                ))}
              </>
            )}
          </span>
        ))}
      {first !== null && (
        <span className="muted foot-end">
          {t(isListed(name) ? 'kept.order.listed' : 'kept.order.newest', { state: wordOf(t, first) })}
        </span>
      )}
    </ListFoot>
  );
}
