/** The foot of a kept list: how many rows it has, how many are in each state, and what they come to. */
import { useTranslation } from 'react-i18next';
import type { KeptListName } from '#shared/domain/kept-lists.ts';
import { useCounted } from '../../components/counted.ts';
import { MoneyList } from '../../components/money-text.tsx';
import { wordOf } from './cells.tsx';
import { useKept } from './store.ts';

export function KeptFoot({ name }: { name: KeptListName }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { summary } = useKept(name);
  if (!summary || summary.count === 0) return null;
  const { count, states, sums } = summary;
  return (
    <footer className="page-foot">
      <span>{t('kept.count', counted(count))}</span>
      {states
        .filter((state) => state.count > 0)
        .map((state) => (
          <span key={state.word}>
            <span className="muted">{wordOf(t, state.word)}</span> {counted(state.count).number}
          </span>
        ))}
      {sums.length > 0 && (
        <span>
          <span className="muted">{t('kept.inAll')}</span> <MoneyList values={sums} />
        </span>
      )}
    </footer>
  );
}
