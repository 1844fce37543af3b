/** Which branches of a large chain are shown, by a text and by the page. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Board } from '#shared/contract/head-office.ts';
import { BOARD_PAGE, BOARD_WHOLE } from '#shared/domain/head-office.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { SearchInput } from '../../components/search-input.tsx';
import { formatCount } from '../../i18n/format.ts';
import { useBoard } from './board-store.ts';

/** "1–12 of 1,000 branches", or of those with the text. */
function Place({ board: { found, from, branches, sum } }: { board: Board }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  // Few branches are by name, and their order needs no word.
  const isAll = found === sum.branches && found > BOARD_WHOLE;
  if (found === 0) return <>{t('today.board.noneFound')}</>;
  const ends = [from + 1, from + branches.length].map((place) => formatCount(place, locale));
  const range = { some: [...new Set(ends)].join('–') };
  return isAll ? (
    <>{t('today.board.place', { ...range, ...counted(found) })}</>
  ) : (
    <>{t('today.board.found', { ...range, all: formatCount(found, locale) })}</>
  );
}

/** `to`: null where there is no such page. The button keeps the focus all the same. */
function Turn({ name, to }: { name: string; to: number | null }) {
  const { ask } = useBoard();
  const isNone = to === null;
  return (
    <Button
      size="xs"
      variant="default"
      aria-disabled={isNone}
      data-disabled={isNone}
      onClick={() => {
        if (to !== null) void ask({ from: to });
      }}
    >
      {name}
    </Button>
  );
}

/** A chain that is shown whole needs none of it. */
export function BoardPlace({ board }: { board: Board }) {
  const { t } = useTranslation();
  const { asked, ask } = useBoard();
  const { found, from, sum, branches } = board;
  const next = from + branches.length;
  if (sum.branches <= BOARD_WHOLE && asked.text === '') return null;
  return (
    <div className="board-place">
      <SearchInput
        label={t('today.board.search')}
        width={220}
        maxLength={200}
        value={asked.text}
        onChange={(text) => void ask({ text, unnamed: t('closing.noBranch'), from: 0 })}
      />
      <span className="muted" role="status">
        <Place board={board} />
      </span>
      {branches.length < found && (
        <Button.Group>
          <Turn name={t('grid.previousPage')} to={from > 0 ? Math.max(0, from - BOARD_PAGE) : null} />
          <Turn name={t('grid.nextPage')} to={next < found ? next : null} />
        </Button.Group>
      )}
    </div>
  );
}
