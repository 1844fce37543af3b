/** What terminals have outstanding: the answer above their list, and the foot below it. */
import { useTranslation } from 'react-i18next';
import type { Terminal } from '#shared/contract/terminals.ts';
import { addTotals } from '#shared/domain/kinds/index.ts';
import { useCounted } from '../../components/counted.ts';
import { ListFoot } from '../../components/list-foot.tsx';
import { MoneyList } from '../../components/money-text.tsx';
import { NotSummed } from '../../components/sums.tsx';
import { lacksNothing, neverRead, outstandingOf } from './selectors.ts';

/** What these terminals have outstanding, what that sum lacks, and how many were never read. */
export function Outstanding({ terminals }: { terminals: readonly Terminal[] }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { count, amounts } = outstandingOf(terminals);
  const unread = neverRead(terminals);
  return (
    <>
      {(count > 0 || unread === 0) && (
        <>
          <span>
            {t('terminals.footer.outstanding', counted(count))} <MoneyList values={amounts} strong />
          </span>{' '}
          <span className="muted">{t('terminals.footer.asListed')}</span>{' '}
          <NotSummed totals={addTotals(terminals.map(({ notSummed }) => notSummed))} />
        </>
      )}
      {unread > 0 && <span className="muted">{t('terminals.footer.neverRead', counted(unread))}</span>}
    </>
  );
}

type FootProps = {
  selected: readonly Terminal[];
  shown: readonly Terminal[];
  /** How many there are without the filter. */
  all: number;
};

/** What is outstanding on the selected terminals, or on those that the filter leaves. Of all the headline says what their sum lacks. */
export function TerminalsFoot({ selected, shown, all }: FootProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  if (selected.length > 0)
    return (
      <ListFoot>
        <strong>{t('terminals.footer.selected', counted(selected.length))}</strong>
        <Outstanding terminals={selected} />
      </ListFoot>
    );
  if (all === 0) return null;
  const isAll = shown.length === all;
  return (
    <ListFoot
      count={t('grid.rows', counted(shown.length))}
      of={t('terminals.column.count')}
      sums={isAll && lacksNothing(shown) ? outstandingOf(shown).amounts : []}
    >
      {!isAll && shown.length > 0 && <Outstanding terminals={shown} />}
    </ListFoot>
  );
}
