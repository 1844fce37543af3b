/** A tab of stored read-only lists of the gateway, such as fees, methods and banks, and the calculators of fees. */
import { Button, SegmentedControl } from '@mantine/core';
import { IconListSearch, IconRefresh } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeptRow } from '#shared/contract/rates.ts';
import {
  keptLists,
  keptListsIn,
  keptTabs,
  type KeptListName,
  type KeptTab,
} from '#shared/domain/kept-lists.ts';
import { searchText } from '#shared/text/digits.ts';
import { useCounted } from '../../components/counted.ts';
import { useLocale } from '../../app-store.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { NotRead } from '../../components/not-read.tsx';
import { Page } from '../../components/page.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatCount } from '../../i18n/format.ts';
import { ExportMenu } from '../reports/index.tsx';
import { Calculators } from './calculators.tsx';
import { ratesColumns, wordsOf } from './columns.tsx';
import { neverLookedAt, useRates } from './store.ts';
import './rates.css';

const NO_ROWS: KeptRow[] = [];

function useKept(name: KeptListName) {
  const kept = useRates((state) => state.kept[name]) ?? neverLookedAt;
  const { look, refresh } = useRates();
  useEffect(() => void look(name), [look, name]);
  const readAgain = useCallback(() => void refresh(name), [refresh, name]);
  useRefreshKey(readAgain);
  return { ...kept, readAgain };
}

type BarProps = {
  tab: KeptTab;
  name: KeptListName;
  onName: (name: KeptListName) => void;
  text: string;
  onText: (text: string) => void;
  count: number;
  columns: { id: string; header: string }[];
};

function Bar({ tab, name, onName, text, onText, count, columns }: BarProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const names = keptListsIn(tab);
  return (
    <div className="toolbar">
      {names.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={t('rates.which')}
          value={name}
          onChange={(value) => onName(names.find((one) => one === value) ?? name)}
          data={names.map((value) => ({ value, label: t(`rates.list.${value}`) }))}
        />
      )}
      <SearchInput label={t('rates.search')} width={240} value={text} onChange={onText} />
      <span className="muted">{t('rates.count', counted(count))}</span>
      <ExportMenu
        source={{ list: 'kept', name, text }}
        title={t(`rates.list.${name}`)}
        filter={text.trim() === '' ? [] : [text.trim()]}
        columns={columns}
        count={count}
      />
    </div>
  );
}

/** The rows that the search finds. */
function useFound(all: KeptRow[], name: KeptListName, text: string): KeptRow[] {
  const { t } = useTranslation();
  const wanted = searchText(text);
  return useMemo(
    () => (wanted === '' ? all : all.filter((row) => searchText(wordsOf(t, name, row)).includes(wanted))),
    [all, wanted, t, name],
  );
}

export function KeptListsPage({ tabs, tab }: { tabs: ReactNode; tab: KeptTab }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [chosen, setChosen] = useState<KeptListName | null>(null);
  const [text, setText] = useState('');
  const [first = 'banks'] = keptListsIn(tab);
  const name = chosen !== null && keptLists[chosen].tab === tab ? chosen : first;
  const { list, isReading, error, readAgain } = useKept(name);
  const columns = useMemo(() => ratesColumns(t, name), [t, name]);
  const rows = useFound(list?.rows ?? NO_ROWS, name, text);
  const unreadable = list?.unreadable ?? 0;
  return (
    <Page
      title={t(`app.nav.${keptTabs[tab].split('/')[1]}`)}
      asOf={list?.read}
      answer={
        unreadable > 0
          ? t('rates.unreadable', { number: formatCount(unreadable, locale) })
          : t(`rates.about.${tab}`)
      }
      actions={
        <>
          {tabs}
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={isReading}
            onClick={readAgain}
          >
            {t('rates.readNow')}
          </Button>
        </>
      }
    >
      {tab === 'fees' && <Calculators />}
      <Bar
        tab={tab}
        name={name}
        onName={setChosen}
        text={text}
        onText={setText}
        count={rows.length}
        columns={columns}
      />
      {error && <ErrorNotice error={error} onRetry={readAgain} />}
      <DataGrid
        key={name}
        id={`rates-${name}`}
        label={t(`rates.list.${name}`)}
        rows={rows}
        columns={columns}
        getRowId={(row) => row.key}
        loading={(list === null && !error) || (isReading && rows.length === 0 && text.trim() === '')}
        empty={
          list?.read.readAtMs === null ? (
            <NotRead {...list.read} />
          ) : (
            <EmptyState
              icon={<IconListSearch size={32} />}
              title={t(text.trim() === '' ? 'rates.empty.title' : 'rates.empty.filtered')}
              text={t(text.trim() === '' ? `rates.empty.${tab}` : 'rates.empty.filteredText')}
            />
          )
        }
      />
    </Page>
  );
}
