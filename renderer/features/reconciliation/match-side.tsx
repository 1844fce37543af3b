/** One side of the match by hand: what it is, a search, and its list. What is picked stays in view. */
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Comparison, Side } from '#shared/domain/reconciliation.ts';
import type { Money } from '#shared/money/money.ts';
import { useLocale } from '../../app-store.ts';
import { useAmountHead } from '../../components/amount-head.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { sideText } from '../../components/exception-texts.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { useMatching, useUnmatched } from './match-store.ts';
import { PickList } from './pick-list.tsx';

export const listId = (side: Side): string => `reconcile-picks-${side}`;

type MatchSideProps = {
  comparison: Comparison;
  side: Side;
  /** The amount that is still missing on this side; null if none is. */
  near: Money | null;
  onCross: () => void;
};

export function MatchSide({ comparison, side, near, onCross }: MatchSideProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { query, rows, error, ask, load, loadMore } = useUnmatched[side]();
  const { picks, toggle } = useMatching();
  const picked = picks[side];
  const listed = rows?.map(({ item }) => item) ?? null;
  // Items that were picked under another search stay in sight.
  const elsewhere = picked.filter(({ itemId }) => listed?.some((item) => item.itemId === itemId) === false);
  const shown = listed && [...elsewhere, ...listed];
  const { className, amountHead } = useAmountHead((shown ?? []).map(({ amount }) => amount));
  const name = sideText(t, side, comparison);
  const isSorted = near !== null && query.near?.minor === near.minor && query.near.currency === near.currency;
  return (
    <section className={`match-side ${className}`} aria-label={name}>
      <div className="match-side-head">
        <h2>{amountHead(name)}</h2>
        <SearchInput
          label={t('reconciliation.filter.text')}
          width={160}
          value={query.text}
          onChange={(text) => ask({ text }, 'soon')}
        />
        {near && (
          <Button
            size="compact-xs"
            variant={isSorted ? 'light' : 'default'}
            aria-pressed={isSorted}
            leftSection={isSorted && <IconCheck size={14} />}
            onClick={() => ask({ near: isSorted ? null : near })}
          >
            {t('reconciliation.match.near', { amount: formatMoney(near, locale) })}
          </Button>
        )}
      </div>
      {error && <ErrorNotice error={error} onRetry={() => void load()} />}
      <PickList
        id={listId(side)}
        label={name}
        items={shown}
        pickedIds={picked.map(({ itemId }) => itemId)}
        empty={t(query.text === '' ? 'reconciliation.match.none' : 'reconciliation.match.noneFound')}
        onToggle={toggle}
        onEndReached={() => void loadMore()}
        onCross={onCross}
      />
    </section>
  );
}
