/** One side of the match by hand: a list to go through with the arrows or j and k, and to pick from with Space. */
import { Skeleton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReconcileItem } from '#shared/contract/reconciliation-items.ts';
import { useLocale } from '../../app-store.ts';
import { nameOf } from '../../components/exception-texts.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useItemText } from './item-text.ts';

/** By the place of the key: an Arabic keyboard has other letters on j and k. */
function stepOf({ code }: KeyboardEvent, at: number, last: number): number | null {
  switch (code) {
    case 'ArrowDown':
    case 'KeyJ':
      return Math.min(last, at + 1);
    case 'ArrowUp':
    case 'KeyK':
      return Math.max(0, at - 1);
    case 'PageDown':
      return Math.min(last, at + 10);
    case 'PageUp':
      return Math.max(0, at - 10);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

function Line({ item }: { item: ReconcileItem }) {
  const locale = useLocale();
  const itemText = useItemText();
  const { date, branchName, terminalId } = item;
  const name = nameOf(item);
  // Branch and kind come first, as people know an item by them. Without them its own name does.
  const words = [branchName, itemText(item)].filter((part) => part !== null && part !== '' && part !== name);
  const ids = words.length === 0 ? [terminalId] : [name, terminalId];
  return (
    <>
      <span className="pick-name">
        {words.length === 0 ? <IdText value={name} /> : <bdi>{words.join(' · ')}</bdi>}
      </span>
      <span className="pick-date">{date === null ? '—' : formatDate(date, 'short', locale)}</span>
      <span className="pick-amount number-cell">
        <MoneyText value={item.amount} strong />
      </span>
      <span className="pick-about muted">
        <bdi dir="ltr" className="id">
          {ids.filter(Boolean).join(' · ')}
        </bdi>
      </span>
    </>
  );
}

type OptionProps = { id: string; item: ReconcileItem; picked: boolean; active: boolean; onPick: () => void };

function Option({ id, item, picked, active, onPick }: OptionProps) {
  const { t } = useTranslation();
  return (
    <li
      id={id}
      role="option"
      aria-selected={picked}
      className="pick"
      data-active={active || undefined}
      title={t('reconciliation.match.pick')}
      onClick={onPick}
    >
      <span aria-hidden className="pick-box">
        {picked && <IconCheck size={12} stroke={3} />}
      </span>
      <Line item={item} />
    </li>
  );
}

const Loading = () => (
  <div className="pick-list" aria-busy="true">
    {[0, 1, 2, 3, 4].map((index) => (
      <Skeleton key={index} height={36} m={12} radius={6} />
    ))}
  </div>
);

type PickListProps = {
  id: string;
  label: string;
  items: ReconcileItem[] | null;
  pickedIds: readonly string[];
  empty: string;
  onToggle: (item: ReconcileItem) => void;
  onEndReached: () => void;
  /** To the list beside it. */
  onCross: () => void;
};

export function PickList({
  id,
  label,
  items,
  pickedIds,
  empty,
  onToggle,
  onEndReached,
  onCross,
}: PickListProps) {
  const [at, setAt] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  if (items === null) return <Loading />;
  if (items.length === 0) return <p className="pick-empty muted">{empty}</p>;
  const last = items.length - 1;
  const active = Math.min(at, last);
  const goTo = (index: number) => {
    setAt(index);
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
    if (index > last - 10) onEndReached();
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = stepOf(event, active, last);
    const item = items[active];
    if (next !== null) goTo(next);
    else if (event.key === ' ' && item) onToggle(item);
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') onCross();
    else return;
    event.preventDefault();
  };
  return (
    <ul
      ref={list}
      id={id}
      className="pick-list"
      role="listbox"
      aria-label={label}
      aria-multiselectable
      aria-activedescendant={`${id}-${active}`}
      tabIndex={0}
      onKeyDown={press}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        if (scrollTop + clientHeight > scrollHeight - 400) onEndReached();
      }}
    >
      {items.map((item, index) => (
        <Option
          key={item.itemId}
          id={`${id}-${index}`}
          item={item}
          picked={pickedIds.includes(item.itemId)}
          active={index === active}
          onPick={() => {
            setAt(index);
            onToggle(item);
          }}
        />
      ))}
    </ul>
  );
}
