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
  const { filter, setFilter, summary } = useSettlement();
  const head = textHead(t, text);
  return (
    <MultiSelect
      size="xs"
      w={112}
      clearable
      aria-label={head}
      placeholder={filter[name].length === 0 ? head : ''}
      data={(summary?.choices[name] ?? []).map((value) => ({ value, label: textWord(t, text, value) ?? '' }))}
      value={filter[name]}
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
  const { filter, setFilter } = useSettlement();
  return (
    <Select
      size="xs"
      w={118}
      clearable
      aria-label={t('settlement.filter.marks')}
      placeholder={t('settlement.filter.marks')}
      data={MARKS.map((value) => ({ value, label: t(`settlement.filter.${value}`) }))}
      value={markOf(filter)}
      onChange={(value) => {
        const mark = MARKS.find((one) => one === value);
        setFilter(mark ? FILTER_OF[mark] : { early: null, odd: false });
      }}
    />
  );
}

function useBranchChoice() {
  const { setFilter, download } = useSettlement();
  return (branchIds: string[], rest: Partial<SettledFilter> = {}) => {
    setFilter({ ...rest, branchIds });
    void download();
  };
}

export function useClearFilters(): () => void {
  const { filter, setFilter } = useSettlement();
  const chooseBranches = useBranchChoice();
  return () => (filter.branchIds.length > 0 ? chooseBranches([], emptyFilter) : setFilter(emptyFilter));
}

export function SettledFilters() {
  const { t } = useTranslation();
  const { filter, setFilter, summary } = useSettlement();
  const chooseBranches = useBranchChoice();
  const clear = useClearFilters();
  return (
    <div className="toolbar">
      <SearchInput
        label={t('settlement.filter.text')}
        width={180}
        value={filter.text}
        onChange={(text) => setFilter({ text })}
      />
      <MultiSelect
        size="xs"
        w={140}
        clearable
        aria-label={t('terminals.column.branch')}
        placeholder={filter.branchIds.length === 0 ? t('terminals.filter.allBranches') : ''}
        data={(summary?.branches ?? []).map(({ branchId, branchName }) => ({
          value: branchId,
          label: branchName ?? branchId,
        }))}
        value={filter.branchIds}
        onChange={(branchIds) => chooseBranches(branchIds)}
      />
      {settledChoices.map((choice) => (
        <Choice key={choice.filter} {...choice} />
      ))}
      <Marks />
      <DayRange fromMs={filter.fromMs} toMs={filter.toMs} onChange={setFilter} />
      {filter.windowId !== null && (
        <Pill
          withRemoveButton
          onRemove={() => setFilter({ windowId: null })}
          removeButtonProps={{ 'aria-label': t('settlement.filter.clearWindow') }}
        >
          {t('settlement.column.window')} <IdText value={filter.windowId} />
        </Pill>
      )}
      {(isNarrowed(filter) || filter.branchIds.length > 0) && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={clear}>
          {t('settlement.filter.clear')}
        </Button>
      )}
    </div>
  );
}
