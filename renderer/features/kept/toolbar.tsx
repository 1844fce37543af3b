/** What stands above a kept list: which list, the search, what it is narrowed by, its count and sums, and its file. */
import { SegmentedControl, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { KeptRow } from '#shared/contract/kept.ts';
import { keptChoices, keptListsIn, type KeptListName } from '#shared/domain/kept-lists.ts';
import type { KeptTab } from '#shared/domain/kept-tabs.ts';
import type { GridColumn } from '../../components/grid-columns.ts';
import { SearchInput } from '../../components/search-input.tsx';
import { ExportMenu } from '../reports/index.tsx';
import { answerWord, wordOf } from './cells.tsx';
import { useKept } from './store.ts';

function Choices({ name }: { name: KeptListName }) {
  const { t } = useTranslation();
  const { filter, summary, ask } = useKept(name);
  return keptChoices(name).map((column) => {
    const words = summary?.choices[column] ?? [];
    const chosen = filter.words[column] ?? null;
    if (words.length < 2 && chosen === null) return null;
    return (
      <Select
        key={column}
        size="xs"
        w={150}
        clearable
        aria-label={t(`kept.column.${column}`)}
        placeholder={t(`kept.column.${column}`)}
        data={words.map((value) => ({
          value,
          label: column === 'lastAnswer' ? answerWord(t, value) : wordOf(t, value),
        }))}
        value={chosen}
        onChange={(word) => {
          const { [column]: _before, ...rest } = filter.words;
          ask({ words: word === null ? rest : { ...rest, [column]: word } });
        }}
      />
    );
  });
}

type ToolbarProps = {
  tab: KeptTab;
  name: KeptListName;
  onName: (name: KeptListName) => void;
  columns: GridColumn<KeptRow>[];
};

export function KeptToolbar({ tab, name, onName, columns }: ToolbarProps) {
  const { t } = useTranslation();
  const { filter, sort, summary, ask } = useKept(name);
  const names = keptListsIn(tab);
  const narrowed = Object.values(filter.words).map((word) => wordOf(t, word));
  return (
    <div className="toolbar">
      {names.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={t('kept.which')}
          value={name}
          onChange={(value) => onName(names.find((one) => one === value) ?? name)}
          data={names.map((value) => ({ value, label: t(`kept.list.${value}`) }))}
        />
      )}
      <SearchInput
        label={t('kept.search')}
        width={240}
        value={filter.text}
        onChange={(text) => ask({ text })}
      />
      <Choices name={name} />
      <div className="list-tools">
        <ExportMenu
          source={{ list: 'kept', name, filter, sort }}
          title={t(`kept.list.${name}`)}
          filter={[...narrowed, ...(filter.text.trim() === '' ? [] : [filter.text.trim()])]}
          columns={columns}
          count={summary?.count}
        />
      </div>
    </div>
  );
}
