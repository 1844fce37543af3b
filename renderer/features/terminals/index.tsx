/** Terminals: what is outstanding where, and how old that knowledge is. */
import { Button, Progress, Select } from '@mantine/core';
import { IconDeviceMobileDollar, IconListCheck, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Terminal } from '#shared/contract/terminals.ts';
import { useCounted } from '../../components/counted.ts';
import { call } from '../../api/client.ts';
import { useCanMoveMoney, useLocale } from '../../app-store.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { useFirstLoad } from '../../components/opening.ts';
import { Page } from '../../components/page.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { orTell } from '../../components/tell-error.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatCount } from '../../i18n/format.ts';
import { AcknowledgeManyDialog } from '../acknowledgement/index.tsx';
import { useMay } from '../../people-store.ts';
import { AddDialog } from './add-dialog.tsx';
import { idleColumns, terminalColumns } from './columns.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { Outstanding, TerminalsFoot } from './outstanding.tsx';
import { filterTerminals, oldestRead } from './selectors.ts';
import { useTerminals } from './store.ts';
import './terminals.css';

export { AddDialog };

/** The first time, the gateway is asked for its list and everything is read: a person sees data at once. */
async function firstRead(mayRead: boolean): Promise<void> {
  const { load } = useTerminals.getState();
  await load();
  const { list, refreshList, readAll } = useTerminals.getState();
  if (!mayRead || !list || list.list.readAtMs !== null || list.terminals.length > 0) return;
  await refreshList();
  await load();
  await readAll();
}

/** The acts that the page offers for one terminal, and whether this person may do them. */
function useColumns(edit: (terminal: Terminal) => void, terminals: readonly Terminal[]) {
  const { t } = useTranslation();
  const mayRead = useMay('terminals.read').allowed;
  const mayManage = useMay('terminals.manage').allowed;
  // The grid lays out every cell anew for other columns, and terminals are read all the time.
  const idle = idleColumns(terminals);
  return useMemo(
    () =>
      terminalColumns(
        t,
        {
          read: (terminal) => void orTell(call('terminals.read', { terminalId: terminal.terminalId })),
          edit,
          remove: (terminal) => void orTell(call('terminals.remove', { terminalId: terminal.terminalId })),
          mayRead,
          mayManage,
        },
        idle,
      ),
    [t, edit, mayRead, mayManage, idle],
  );
}

/** Reads the gateway's list and then every terminal; whoever may not sees what is stored. */
function useReadEverything(): () => void {
  const { readAll, refreshList, load } = useTerminals();
  const mayRead = useMay('terminals.read').allowed;
  const refresh = useCallback(
    () => void (mayRead ? refreshList().then(() => readAll()) : load()),
    [mayRead, refreshList, readAll, load],
  );
  useRefreshKey(refresh);
  return refresh;
}

type ActionsProps = {
  terminals: readonly Terminal[];
  /** Those that the filters leave: nothing else is acknowledged from here. */
  shown: readonly Terminal[];
  onAdd: () => void;
  onRead: () => void;
  onAcknowledge: (terminals: Terminal[]) => void;
};

/** The next act is to read; once all are read today, to acknowledge what they have. */
function Actions({ terminals, shown, onAdd, onRead, onAcknowledge }: ActionsProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const isReading = useTerminals((state) => state.progress !== null);
  const isNoneSelected = useTerminals((state) => state.selectedIds.length === 0);
  const mayMove = useCanMoveMoney('acknowledge');
  const isOurs = ({ state }: Terminal) => state !== 'refused';
  const toAcknowledge = shown.filter((one) => isOurs(one) && one.outstandingCount > 0);
  const isAllRead =
    terminals.filter(isOurs).every(({ state }) => state === 'read-ok') && toAcknowledge.length > 0;
  return (
    <>
      <GuardedButton
        guard={useMay('terminals.manage')}
        variant="default"
        leftSection={<IconPlus size={16} />}
        onClick={onAdd}
      >
        {t('terminals.actions.add')}
      </GuardedButton>
      <GuardedButton
        guard={useMay('terminals.read')}
        variant={isAllRead ? 'default' : 'filled'}
        leftSection={<IconRefresh size={16} />}
        onClick={onRead}
        disabled={isReading}
      >
        {t('terminals.actions.readAll')}
      </GuardedButton>
      {isAllRead && isNoneSelected && (
        <GuardedButton
          guard={mayMove}
          leftSection={<IconListCheck size={16} />}
          onClick={() => onAcknowledge(toAcknowledge)}
        >
          {t('terminals.actions.acknowledgeMany', counted(toAcknowledge.length))}
        </GuardedButton>
      )}
    </>
  );
}

function ReadProgress() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { progress, cancelReadAll } = useTerminals();
  if (!progress) return null;
  return (
    <div className="row" role="status">
      <Progress
        w={140}
        value={(100 * progress.done) / Math.max(1, progress.total)}
        aria-label={t('terminals.actions.readAll')}
      />
      <span className="size-13">
        {t('terminals.progress', {
          done: formatCount(progress.done, locale),
          total: formatCount(progress.total, locale),
        })}
      </span>
      <Button size="xs" variant="subtle" color="gray" onClick={() => void cancelReadAll()}>
        {t('app.actions.cancel')}
      </Button>
    </div>
  );
}

type SelectionProps = {
  selected: readonly Terminal[];
  onAcknowledge: (terminals: Terminal[]) => void;
};

function SelectionActions({ selected, onAcknowledge }: SelectionProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { selectedIds, readAll } = useTerminals();
  const mayRead = useMay('terminals.read');
  const mayMove = useCanMoveMoney('acknowledge');
  const toAcknowledge = selected.filter((terminal) => terminal.outstandingCount > 0);
  if (selected.length === 0) return null;
  return (
    <div className="row-8 push">
      <GuardedButton guard={mayRead} size="xs" variant="default" onClick={() => void readAll(selectedIds)}>
        {t('terminals.actions.readSelected')}
      </GuardedButton>
      <GuardedButton
        size="xs"
        guard={mayMove}
        disabled={toAcknowledge.length === 0}
        onClick={() => onAcknowledge(toAcknowledge)}
      >
        {t('terminals.actions.acknowledgeMany', counted(toAcknowledge.length))}
      </GuardedButton>
    </div>
  );
}

/** Nothing to show: no terminal at all, or none that the filter lets through. */
function Empty({ filtered, onAdd }: { filtered: boolean; onAdd: () => void }) {
  const { t } = useTranslation();
  const hasList = useTerminals((state) => state.list?.list.hasList !== false);
  const mayManage = useMay('terminals.manage');
  return (
    <EmptyState
      icon={<IconDeviceMobileDollar size={32} />}
      title={t(filtered ? 'terminals.empty.filteredTitle' : 'terminals.empty.title')}
      text={t(`terminals.empty.${filtered ? 'filteredText' : hasList ? 'text' : 'noList'}`)}
      action={
        filtered ? undefined : (
          <GuardedButton guard={mayManage} onClick={onAdd}>
            {t('terminals.actions.add')}
          </GuardedButton>
        )
      }
    />
  );
}

type Filter = { text: string; branch: string | null };

function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const { t } = useTranslation();
  const branches = useTerminals((state) => state.list?.branches) ?? [];
  return (
    <>
      <SearchInput
        label={t('terminals.filter.text')}
        width={240}
        value={filter.text}
        onChange={(text) => onChange({ ...filter, text })}
      />
      <Select
        size="xs"
        w={180}
        clearable
        aria-label={t('terminals.column.branch')}
        placeholder={t('terminals.filter.allBranches')}
        data={branches.map(({ branchId, branchName }) => ({ value: branchId, label: branchName }))}
        value={filter.branch}
        onChange={(branch) => onChange({ ...filter, branch })}
      />
    </>
  );
}

export function TerminalsPage() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { list, error, selectedIds, select, load } = useTerminals();
  const [filter, setFilter] = useState<Filter>({ text: '', branch: null });
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<Terminal | null>(null);
  const [acknowledging, setAcknowledging] = useState<Terminal[] | null>(null);
  const mayRead = useMay('terminals.read').allowed;
  useFirstLoad(() => void firstRead(mayRead));
  const readEverything = useReadEverything();
  const terminals = useMemo(() => list?.terminals ?? [], [list]);
  const columns = useColumns(setEditing, terminals);
  const shown = useMemo(() => filterTerminals(terminals, filter.text, filter.branch), [terminals, filter]);
  const selected = terminals.filter((terminal) => selectedIds.includes(terminal.terminalId));
  const add = () => setAdding(true);
  const acts = { onAdd: add, onRead: readEverything, onAcknowledge: setAcknowledging };
  return (
    <Page
      title={t('app.nav.terminals')}
      asOf={
        list
          ? { readAtMs: oldestRead(terminals), lastError: list.list.lastError, oldest: terminals.length > 1 }
          : undefined
      }
      headline={terminals.length > 0 && <Outstanding terminals={terminals} />}
      actions={<Actions terminals={terminals} shown={shown} {...acts} />}
    >
      <div className="toolbar">
        <Filters filter={filter} onChange={setFilter} />
        <ReadProgress />
        <SelectionActions selected={selected} onAcknowledge={setAcknowledging} />
      </div>
      {list?.list.hasList === false && <div className="banner">{t('terminals.noList')}</div>}
      {error && (
        <div className="pad">
          <ErrorNotice error={error} onRetry={() => void load()} />
        </div>
      )}
      <DataGrid
        id="terminals"
        label={t('app.nav.terminals')}
        rows={shown}
        columns={columns}
        getRowId={(terminal) => terminal.terminalId}
        loading={list === null && !error}
        onOpen={(terminal) => navigate(`/terminals/${encodeURIComponent(terminal.terminalId)}`)}
        selectedIds={selectedIds}
        onSelectedIdsChange={select}
        rowClass={(terminal) => (terminal.state === 'refused' ? 'row-gone' : undefined)}
        empty={<Empty filtered={terminals.length > 0} onAdd={add} />}
      />
      <TerminalsFoot selected={selected} shown={shown} all={terminals.length} />
      <AddDialog opened={adding} onClose={() => setAdding(false)} />
      {editing && <EditDialog terminal={editing} onClose={() => setEditing(null)} />}
      {acknowledging && (
        <AcknowledgeManyDialog terminals={acknowledging} onClose={() => setAcknowledging(null)} />
      )}
    </Page>
  );
}
