/** Terminals: what is outstanding where, and how old that knowledge is. */
import { Button, Progress, Select } from '@mantine/core';
import { IconDeviceMobileDollar, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Terminal } from '#shared/contract/terminals.ts';
import { addTotals } from '#shared/domain/kinds/index.ts';
import { call } from '../../api/client.ts';
import { useCanMoveMoney, useLocale } from '../../app-store.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { MoneyList } from '../../components/money-text.tsx';
import { Page } from '../../components/page.tsx';
import { NotSummed } from '../../components/sums.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { orTell } from '../../components/tell-error.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatCount } from '../../i18n/format.ts';
import { AcknowledgeManyDialog } from '../acknowledgement/index.tsx';
import { useMay } from '../../people-store.ts';
import { AddDialog } from './add-dialog.tsx';
import { terminalColumns } from './columns.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { filterTerminals, neverRead, oldestRead, outstandingOf } from './selectors.ts';
import { useTerminals } from './store.ts';
import './terminals.css';

export { AddDialog };

/** The first time, the gateway is asked for its list and everything is read: a person sees data at once. */
function useFirstRead(mayRead: boolean): void {
  const load = useTerminals((state) => state.load);
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    const first = async () => {
      await load();
      const { list, refreshList, readAll } = useTerminals.getState();
      if (!mayRead || !list || list.list.readAtMs !== null || list.terminals.length > 0) return;
      await refreshList();
      await load();
      await readAll();
    };
    void first();
  }, [load, mayRead]);
}

export function TerminalsPage() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const locale = useLocale();
  const { list, error, progress, selectedIds, select, readAll, refreshList, cancelReadAll, load } =
    useTerminals();
  const mayMove = useCanMoveMoney('acknowledge');
  const [text, setText] = useState('');
  const [branch, setBranch] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const [editing, setEditing] = useState<Terminal | null>(null);
  const [acknowledging, setAcknowledging] = useState<Terminal[] | null>(null);
  const mayRead = useMay('terminals.read');
  const mayManage = useMay('terminals.manage');
  useFirstRead(mayRead.allowed);
  const refresh = useCallback(
    () => void (mayRead.allowed ? refreshList().then(() => readAll()) : load()),
    [mayRead.allowed, refreshList, readAll, load],
  );
  useRefreshKey(refresh);

  const terminals = useMemo(() => list?.terminals ?? [], [list]);
  const shown = useMemo(() => filterTerminals(terminals, text, branch), [terminals, text, branch]);
  const selected = terminals.filter((terminal) => selectedIds.includes(terminal.terminalId));
  const columns = useMemo(
    () =>
      terminalColumns(t, {
        read: (terminal) => void orTell(call('terminals.read', { terminalId: terminal.terminalId })),
        edit: setEditing,
        remove: (terminal) => void orTell(call('terminals.remove', { terminalId: terminal.terminalId })),
        mayRead: mayRead.allowed,
        mayManage: mayManage.allowed,
      }),
    [t, mayRead.allowed, mayManage.allowed],
  );
  const summed = selected.length > 0 ? selected : shown;
  const sum = outstandingOf(summed);
  const unread = neverRead(summed);
  const toAcknowledge = selected.filter((terminal) => terminal.outstandingCount > 0);

  return (
    <Page
      title={t('app.nav.terminals')}
      asOf={
        list
          ? { readAtMs: oldestRead(terminals), lastError: list.list.lastError, oldest: terminals.length > 1 }
          : undefined
      }
      actions={
        <>
          <GuardedButton
            guard={mayManage}
            variant="default"
            leftSection={<IconPlus size={16} />}
            onClick={() => setAdding(true)}
          >
            {t('terminals.actions.add')}
          </GuardedButton>
          <GuardedButton
            guard={mayRead}
            leftSection={<IconRefresh size={16} />}
            onClick={refresh}
            disabled={progress !== null}
          >
            {t('terminals.actions.readAll')}
          </GuardedButton>
        </>
      }
      footer={
        <span>
          {selected.length > 0 && (
            <strong>
              {t('terminals.footer.selected', {
                count: selected.length,
                number: formatCount(selected.length, locale),
              })}{' '}
            </strong>
          )}
          {(sum.count > 0 || unread === 0) && (
            <>
              {t('terminals.footer.outstanding', {
                count: sum.count,
                number: formatCount(sum.count, locale),
              })}{' '}
              <MoneyList values={sum.amounts} strong />
              <span className="muted"> · {t('terminals.footer.asListed')}</span>{' '}
              <NotSummed totals={addTotals(summed.map((terminal) => terminal.notSummed))} />
            </>
          )}
          {unread > 0 && (
            <span className="muted">
              {sum.count > 0 && ' · '}
              {t('terminals.footer.neverRead', { count: unread, number: formatCount(unread, locale) })}
            </span>
          )}
        </span>
      }
    >
      <div className="toolbar">
        <SearchInput label={t('terminals.filter.text')} width={240} value={text} onChange={setText} />
        <Select
          size="xs"
          w={180}
          clearable
          aria-label={t('terminals.column.branch')}
          placeholder={t('terminals.filter.allBranches')}
          data={(list?.branches ?? []).map(({ branchId, branchName }) => ({
            value: branchId,
            label: branchName,
          }))}
          value={branch}
          onChange={setBranch}
        />
        {progress && (
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
        )}
        {selected.length > 0 && (
          <div className="row-8 push">
            <GuardedButton
              guard={mayRead}
              size="xs"
              variant="default"
              onClick={() => void readAll(selectedIds)}
            >
              {t('terminals.actions.readSelected')}
            </GuardedButton>
            <GuardedButton
              size="xs"
              guard={mayMove}
              disabled={toAcknowledge.length === 0}
              onClick={() => setAcknowledging(toAcknowledge)}
            >
              {t('terminals.actions.acknowledgeMany', {
                count: toAcknowledge.length,
                number: formatCount(toAcknowledge.length, locale),
              })}
            </GuardedButton>
          </div>
        )}
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
        empty={
          <EmptyState
            icon={<IconDeviceMobileDollar size={32} />}
            title={terminals.length > 0 ? t('terminals.empty.filteredTitle') : t('terminals.empty.title')}
            text={t(
              `terminals.empty.${terminals.length > 0 ? 'filteredText' : list?.list.hasList === false ? 'noList' : 'text'}`,
            )}
            action={
              terminals.length === 0 ? (
                <GuardedButton guard={mayManage} onClick={() => setAdding(true)}>
                  {t('terminals.actions.add')}
                </GuardedButton>
              ) : undefined
            }
          />
        }
      />
      <AddDialog opened={adding} onClose={() => setAdding(false)} />
      {editing && <EditDialog terminal={editing} onClose={() => setEditing(null)} />}
      {acknowledging && (
        <AcknowledgeManyDialog terminals={acknowledging} onClose={() => setAcknowledging(null)} />
      )}
    </Page>
  );
}
