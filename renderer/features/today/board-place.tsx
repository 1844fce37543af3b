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
  const isAll = found === sum.branches;
  if (found === 0) return <>{t('today.board.noneFound')}</>;
  const ends = [from + 1, from + branches.length].map((place) => formatCount(place, locale));
  const range = { some: [...new Set(ends)].join('–') };
  return isAll ? (
    <>{t('today.board.place', { ...range, ...counted(found) })}</>
  ) : (
    <>{t('today.board.found', { ...range, all: formatCount(found, locale) })}</>
  );
}

/** A chain that is shown whole needs none of it. */
export function BoardPlace({ board }: { board: Board }) {
  const { t } = useTranslation();
  const { asked, ask } = useBoard();
  const { found, from, sum, branches } = board;
  const next = from + branches.length;
  if (sum.branches <= BOARD_WHOLE && asked.text === '') return null;
  const turn = (to: number) => () => void ask({ from: to });
  return (
    <div className="board-place">
      <SearchInput
        label={t('today.board.search')}
        width={220}
        value={asked.text}
        onChange={(text) => void ask({ text, from: 0 })}
      />
      <span className="muted" role="status">
        <Place board={board} />
      </span>
      {branches.length < found && (
        <Button.Group>
          <Button
            size="xs"
            variant="default"
            disabled={from === 0}
            onClick={turn(Math.max(0, from - BOARD_PAGE))}
          >
            {t('grid.previousPage')}
          </Button>
          <Button size="xs" variant="default" disabled={next >= found} onClick={turn(next)}>
            {t('grid.nextPage')}
          </Button>
        </Button.Group>
      )}
    </div>
  );
}
