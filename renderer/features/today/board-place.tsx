/** Which branches of a large chain are shown, by a filter, by a text and by the page. */
import { ActionIcon, SegmentedControl, TextInput } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronLeftPipe,
  IconChevronRight,
  IconChevronRightPipe,
  type Icon,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Board } from '#shared/contract/head-office.ts';
import { BOARD_PAGE, BOARD_WHOLE, boardFilters } from '#shared/domain/head-office.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { SearchInput } from '../../components/search-input.tsx';
import { placeOf } from '../../components/typed-place.ts';
import { formatCount } from '../../i18n/format.ts';
import { useBoard } from './board-store.ts';

/** "1–12 of 1,000 branches", or of those that filter and text leave. */
function Place({ board: { found, from, only, filtered, branches, sum } }: { board: Board }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  // Few branches are by name, and their order needs no word.
  const isAll = found === sum.branches && found > BOARD_WHOLE;
  // The page says that the filter leaves none.
  if (only !== 'all' && filtered.branches === 0) return null;
  if (found === 0) return <>{t(only === 'all' ? 'today.board.noneFound' : 'today.board.noneFoundOf')}</>;
  const ends = [from + 1, from + branches.length].map((place) => formatCount(place, locale));
  const range = { some: [...new Set(ends)].join('–') };
  return isAll ? (
    <>{t('today.board.place', { ...range, ...counted(found) })}</>
  ) : (
    <>{t('today.board.found', { ...range, all: formatCount(found, locale) })}</>
  );
}

/** `to`: null where there is no such page. The button keeps the focus all the same. */
function Turn({ name, icon: Arrow, to }: { name: string; icon: Icon; to: number | null }) {
  const { ask } = useBoard();
  const isNone = to === null;
  return (
    <ActionIcon
      size="input-xs"
      variant="default"
      aria-label={name}
      title={name}
      aria-disabled={isNone}
      data-disabled={isNone}
      onClick={() => {
        if (to !== null) void ask({ from: to });
      }}
    >
      <Arrow size={16} className="mirror" aria-hidden />
    </ActionIcon>
  );
}

/** A person types the number of a page. */
function TypedPage({ page, pages }: { page: number; pages: number }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { ask } = useBoard();
  const [typed, setTyped] = useState('');
  const place = placeOf(typed, pages);
  return (
    <form
      className="board-page"
      onSubmit={(event) => {
        event.preventDefault();
        if (place === null) return;
        void ask({ from: place * BOARD_PAGE });
        setTyped('');
      }}
    >
      <span className="muted">{t('grid.page')}</span>
      <TextInput
        size="xs"
        w={56}
        aria-label={t('today.board.goToPage')}
        placeholder={formatCount(page, locale)}
        inputMode="numeric"
        value={typed}
        error={typed.trim() !== '' && place === null}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <span className="muted">{t('today.board.ofPages', { all: formatCount(pages, locale) })}</span>
    </form>
  );
}

function Pages({ board: { found, from } }: { board: Board }) {
  const { t } = useTranslation();
  const pages = Math.ceil(found / BOARD_PAGE);
  const page = Math.floor(from / BOARD_PAGE);
  const back = (to: number) => (page > 0 ? to * BOARD_PAGE : null);
  const on = (to: number) => (page < pages - 1 ? to * BOARD_PAGE : null);
  return (
    <nav className="board-pages" aria-label={t('today.board.pages')}>
      <Turn name={t('grid.firstPage')} icon={IconChevronLeftPipe} to={back(0)} />
      <Turn name={t('grid.previousPage')} icon={IconChevronLeft} to={back(page - 1)} />
      <TypedPage page={page + 1} pages={pages} />
      <Turn name={t('grid.nextPage')} icon={IconChevronRight} to={on(page + 1)} />
      <Turn name={t('grid.lastPage')} icon={IconChevronRightPipe} to={on(pages - 1)} />
    </nav>
  );
}

/** All, the late ones, or those that somebody has to look at. */
function Filter({ board: { sum } }: { board: Board }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { asked, ask } = useBoard();
  const counts = { all: sum.branches, late: sum.late, attention: sum.attention };
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('today.board.only.label')}
      value={asked.only}
      onChange={(only) => void ask({ only, from: 0 })}
      data={boardFilters.map((value) => ({
        value,
        label: t(`today.board.only.${value}`, { number: formatCount(counts[value], locale) }),
      }))}
    />
  );
}

/** A chain that is shown whole needs none of it. */
export function BoardPlace({ board }: { board: Board }) {
  const { t } = useTranslation();
  const { asked, ask } = useBoard();
  const isAll = asked.text === '' && asked.only === 'all';
  if (board.sum.branches <= BOARD_WHOLE && isAll) return null;
  return (
    <div className="board-place">
      <Filter board={board} />
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
      {board.branches.length < board.found && <Pages board={board} />}
    </div>
  );
}
