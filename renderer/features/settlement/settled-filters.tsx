/** Filters of settled transactions: branches are asked of the gateway, the rest is looked for on this PC. */
import { Button, MultiSelect, Pill, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SettledFilter } from '#shared/contract/settlement.ts';
import { settledChoices, type SettledChoice } from '#shared/domain/settled-texts.ts';
import { DayRange } from '../../components/day-range.tsx';
import { IdText } from '../../components/id-text.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { textHead, textWord } from './column-texts.ts';
import { emptyFilter, isNarrowed, useSettlement } from './store.ts';

function Choice({ text, filter: name }: SettledChoice) {
  const { t } = useTranslation();
  const chosen = useSettlement((state) => state.filter[name]);
  const choices = useSettlement((state) => state.summary?.choices[name]) ?? [];
  const setFilter = useSettlement((state) => state.setFilter);
  const head = textHead(t, text);
  return (
    <MultiSelect
      size="xs"
      w={112}
      clearable
      aria-label={head}
      placeholder={chosen.length === 0 ? head : ''}
      data={choices.map((value) => ({ value, label: textWord(t, text, value) ?? '' }))}
      value={chosen}
      onChange={(values) => setFilter({ [name]: values })}
    />
  );
}

const MARKS = ['early', 'notEarly', 'odd'] as const;
type Mark = (typeof MARKS)[number];
const FILTER_OF: Record<Mark, Pick<SettledFilter, 'early' | 'odd'>> = {
  early: { early: true, odd: false },
  notEarly: { early: false, odd: false },
  odd: { early: null, odd: true },
};
const markOf = ({ early, odd }: SettledFilter): Mark | null =>
  odd ? 'odd' : early === null ? null : early ? 'early' : 'notEarly';

function Marks() {
  const { t } = useTranslation();
  const mark = useSettlement(({ filter }) => markOf(filter));
  const setFilter = useSettlement((state) => state.setFilter);
  return (
    <Select
      size="xs"
      w={118}
      clearable
      aria-label={t('settlement.filter.marks')}
      placeholder={t('settlement.filter.marks')}
      data={MARKS.map((value) => ({ value, label: t(`settlement.filter.${value}`) }))}
      value={mark}
      onChange={(value) => {
        const next = MARKS.find((one) => one === value);
        setFilter(next ? FILTER_OF[next] : { early: null, odd: false });
      }}
    />
  );
}

function chooseBranches(branchIds: string[], rest: Partial<SettledFilter> = {}): void {
  const { setFilter, download } = useSettlement.getState();
  setFilter({ ...rest, branchIds });
  void download();
}

export function clearFilters(): void {
  const { filter, setFilter } = useSettlement.getState();
  if (filter.branchIds.length > 0) chooseBranches([], emptyFilter);
  else setFilter(emptyFilter);
}

function Search() {
  const { t } = useTranslation();
  const text = useSettlement((state) => state.filter.text);
  const setFilter = useSettlement((state) => state.setFilter);
  return (
    <SearchInput
      label={t('settlement.filter.text')}
      width={180}
      value={text}
      onChange={(next) => setFilter({ text: next })}
    />
  );
}

function Branches() {
  const { t } = useTranslation();
  const chosen = useSettlement((state) => state.filter.branchIds);
  const branches = useSettlement((state) => state.summary?.branches) ?? [];
  return (
    <MultiSelect
      size="xs"
      w={140}
      clearable
      aria-label={t('terminals.column.branch')}
      placeholder={chosen.length === 0 ? t('terminals.filter.allBranches') : ''}
      data={branches.map(({ branchId, branchName }) => ({ value: branchId, label: branchName ?? branchId }))}
      value={chosen}
      onChange={(branchIds) => chooseBranches(branchIds)}
    />
  );
}

function Days() {
  const fromMs = useSettlement((state) => state.filter.fromMs);
  const toMs = useSettlement((state) => state.filter.toMs);
  const setFilter = useSettlement((state) => state.setFilter);
  return <DayRange fromMs={fromMs} toMs={toMs} onChange={setFilter} />;
}

function OfWindow() {
  const { t } = useTranslation();
  const windowId = useSettlement((state) => state.filter.windowId);
  const setFilter = useSettlement((state) => state.setFilter);
  if (windowId === null) return null;
  return (
    <Pill
      withRemoveButton
      onRemove={() => setFilter({ windowId: null })}
      removeButtonProps={{ 'aria-label': t('settlement.filter.clearWindow') }}
    >
      {t('settlement.column.window')} <IdText value={windowId} />
    </Pill>
  );
}

function Clear() {
  const { t } = useTranslation();
  const isSet = useSettlement(({ filter }) => isNarrowed(filter) || filter.branchIds.length > 0);
  if (!isSet) return null;
  return (
    <Button size="compact-xs" variant="subtle" color="gray" onClick={clearFilters}>
      {t('settlement.filter.clear')}
    </Button>
  );
}

/** Each field is drawn anew for a change of its own, and not for each letter of the search. */
export const SettledFilters = () => (
  <div className="toolbar">
    <Search />
    <Branches />
    {settledChoices.map((choice) => (
      <Choice key={choice.filter} {...choice} />
    ))}
    <Marks />
    <Days />
    <OfWindow />
    <Clear />
  </div>
);
