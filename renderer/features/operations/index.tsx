/** Operations: everything that moved money or may have, oldest first where it is still open. */
import { Button, Select } from '@mantine/core';
import { IconArrowsExchange, IconCircleCheck, IconQuestionMark } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { sumByCurrency } from '#shared/money/money.ts';
import type { Operation } from '#shared/contract/operations.ts';
import { isDone, movementKinds } from '#shared/domain/operation.ts';
import { useLocale, useStatus } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { amountsText } from '../../components/columns.tsx';
import type { GridColumn } from '../../components/grid-columns.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { MoneyList, TotalsText } from '../../components/money-text.tsx';
import { Page } from '../../components/page.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { TabStrip } from '../../components/tab-strip.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatCount, type Locale } from '../../i18n/format.ts';
import { useApprovals, WaitingForApproval } from '../approvals/index.tsx';
import { OperationAbout, OperationPlace, useAboutText, type About } from './operation-about.tsx';
import { NextCheck, OperationDrawer } from './operation-drawer.tsx';
import { OperationsFoot } from './foot.tsx';
import { OperationStateChip, operationStateText } from './operation-state.tsx';
import { coveredText, rowsInOrder } from './selectors.ts';
import { useOperations } from './store.ts';

export { OperationAbout, OperationStateChip, operationStateText, useAboutText };

const targetOf = (row: Operation) => row.orderId ?? row.requestId ?? row.terminalId;
const aboutOf = (row: Operation): About => ({
  kind: row.kind,
  target: targetOf(row),
  terminalId: row.terminalId,
});

/** An acknowledgement that went on over rows that could not be read. */
const isOverUnread = ({ unread, state }: Operation): boolean => unread > 0 && isDone(state);

function operationColumns(
  t: TFunction,
  locale: Locale,
  aboutText: (about: About) => string,
): GridColumn<Operation>[] {
  return [
    {
      id: 'kind',
      header: t('operations.column.what'),
      width: 180,
      pinned: true,
      render: (row) => <strong className="row-name">{t(`operations.kind.${row.kind}`)}</strong>,
      text: (row) => t(`operations.kind.${row.kind}`),
    },
    {
      id: 'state',
      header: t('operations.column.state'),
      width: 210,
      render: (row) => (
        <>
          <OperationStateChip state={row.state} movement={row.kind} />
          {isOverUnread(row) && (
            <span className="late-text size-13"> · {t('operations.ack.notAllRead')}</span>
          )}
        </>
      ),
      text: (row) => operationStateText(t, { state: row.state, movement: row.kind }),
    },
    {
      id: 'amount',
      header: t('operations.column.amount'),
      width: 170,
      align: 'end',
      amounts: (row) => row.totals.map(({ amount }) => amount),
      render: (row) => <TotalsText totals={row.totals} movement={row.kind} />,
      text: (row) => amountsText(row.totals.map(({ amount }) => amount)),
    },
    {
      id: 'count',
      header: t('operations.column.count'),
      width: 110,
      align: 'end',
      render: (row) => <bdi>{coveredText(row, t, locale)}</bdi>,
      text: (row) => coveredText(row, t, locale),
    },
    {
      id: 'target',
      header: t('operations.column.target'),
      width: 240,
      render: (row) => <OperationAbout {...aboutOf(row)} />,
      text: (row) => aboutText(aboutOf(row)),
    },
    {
      id: 'when',
      header: t('operations.column.when'),
      width: 140,
      render: (row) => <TimeText atMs={row.createdAtMs} />,
      text: (row) => new Date(row.createdAtMs).toISOString(),
    },
    {
      id: 'by',
      header: t('operations.by'),
      flex: 1,
      width: 110,
      render: (row) => row.actor,
      text: (row) => row.actor,
    },
  ];
}

/** What is under way, and apart from it what nobody knows the result of. */
function countsOf(status: ReturnType<typeof useStatus>): { unknown: number; underWay: number } {
  const unknown = status?.unknownOperations ?? 0;
  return { unknown, underWay: Math.max((status?.openOperations ?? 0) - unknown, 0) };
}

/** The amount that nobody knows about yet, where it is, and what not to do. */
function NotKnown({ operations }: { operations: Operation[] }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { language } = useLocale();
  const [only, ...others] = operations;
  const amounts = sumByCurrency(operations.flatMap(({ totals }) => totals.map(({ amount }) => amount)));
  const checks = operations.flatMap(({ nextCheckAtMs }) => nextCheckAtMs ?? []);
  const nextMs = checks.length === 0 ? null : Math.min(...checks);
  if (only === undefined) return null;
  return (
    <>
      <span className="inline-row">
        <IconQuestionMark size={20} aria-hidden />
        {others.length === 0 ? (
          <>
            {t('operations.headline.unknownOne', {
              kind: t(`operations.kind.${only.kind}`).toLocaleLowerCase(language),
            })}
            <TotalsText totals={only.totals} movement={only.kind} strong size={20} />
          </>
        ) : (
          <>
            {amounts.length > 0 && <MoneyList values={amounts} strong size={20} />}
            {t('operations.headline.unknown', counted(operations.length))}
          </>
        )}
      </span>
      {others.length === 0 && (
        <span>
          <OperationPlace {...aboutOf(only)} />
        </span>
      )}
      <span className="inline-row headline-next">
        <span className="muted">
          {t('operations.headline.doNotRepeat')} {nextMs !== null && <NextCheck atMs={nextMs} />}
        </span>
        {others.length === 0 && (
          <Button component={Link} href={`/operations/${only.opId}`} size="xs" variant="default">
            {t('operations.open')}
          </Button>
        )}
      </span>
    </>
  );
}

/** Whether anything is not known, and what is still under way. */
function Headline() {
  const { t } = useTranslation();
  const counted = useCounted();
  const status = useStatus();
  const notKnown = useOperations((state) => state.unknown);
  const { unknown, underWay } = countsOf(status);
  return (
    <>
      {notKnown.length > 0 ? (
        <NotKnown operations={notKnown} />
      ) : (
        <span className="inline-row">
          {unknown > 0 ? (
            <IconQuestionMark size={20} aria-hidden />
          ) : (
            <IconCircleCheck size={20} aria-hidden className="good-icon" />
          )}
          {unknown > 0
            ? t('operations.headline.unknown', counted(unknown))
            : t('operations.headline.allKnown')}
        </span>
      )}
      {(underWay > 0 || unknown === 0) && (
        <span className="muted">
          {underWay > 0
            ? t('operations.headline.open', counted(underWay))
            : t('operations.headline.noneOpen')}
        </span>
      )}
    </>
  );
}

/** Which kind and how much of it is listed. */
function Scopes() {
  const { t } = useTranslation();
  const locale = useLocale();
  const status = useStatus();
  const { kind, scope, show, showKind } = useOperations();
  const { unknown, underWay } = countsOf(status);
  return (
    <>
      <Select
        w={190}
        clearable
        aria-label={t('operations.column.what')}
        placeholder={t('operations.kind.all')}
        data={movementKinds.map((value) => ({ value, label: t(`operations.kind.${value}`) }))}
        value={kind}
        onChange={(value) => showKind(value)}
      />
      <TabStrip
        aria-label={t('operations.scope.label')}
        value={scope}
        onChange={(value) => show(value)}
        data={[
          { value: 'all', label: t('operations.scope.all') },
          {
            value: 'under-way',
            label: t('operations.scope.under-way', { number: formatCount(underWay, locale) }),
          },
          {
            value: 'unknown',
            label: t('operations.scope.unknown', { number: formatCount(unknown, locale) }),
          },
        ]}
      />
    </>
  );
}

export function OperationsPage({ opId }: { opId?: string }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const status = useStatus();
  const operations = useOperations();
  const { rows, next, scope, unknown, kind, error, enter, load, loadMore } = operations;
  const waits = useApprovals(({ requests }) => requests.length > 0);
  const unknownIds = new Set(unknown.map(({ opId }) => opId));
  // What nobody knows the result of stands first among all.
  const { unknown: notKnown, underWay } = countsOf(status);
  const first = useRef(notKnown > 0 ? 0 : underWay);
  useEffect(() => enter(first.current), [enter]);
  const refresh = useCallback(() => void load(), [load]);
  useRefreshKey(refresh);
  const aboutText = useAboutText();
  const { language, digits } = useLocale();
  const columns = useMemo(
    () => operationColumns(t, { language, digits }, aboutText),
    [t, language, digits, aboutText],
  );
  return (
    <Page
      title={t('app.nav.operations')}
      headline={rows !== null && (rows.length > 0 || (status?.openOperations ?? 0) > 0) && <Headline />}
      tone={(status?.unknownOperations ?? 0) > 0 ? 'unknown' : undefined}
      actions={<Scopes />}
    >
      {error && <ErrorNotice error={error} onRetry={() => void load()} />}
      <WaitingForApproval />
      <DataGrid
        id="operations"
        label={t('app.nav.operations')}
        rows={rows === null ? [] : scope === 'all' ? rowsInOrder(operations) : rows}
        rowClass={({ opId }) => (unknownIds.has(opId) && scope === 'all' ? 'row-unknown' : undefined)}
        columns={columns}
        getRowId={(row) => row.opId}
        loading={rows === null && !error}
        onOpen={(row) => navigate(`/operations/${row.opId}`)}
        onEndReached={() => void loadMore()}
        empty={
          // A request that waits says what to do: it is no empty page.
          waits && kind === null && scope === 'all' ? (
            <p className="muted pad flush">{t('operations.empty.besides')}</p>
          ) : (
            <EmptyState
              icon={<IconArrowsExchange size={32} />}
              title={kind !== null ? t('operations.empty.kind') : t(`operations.empty.${scope}`)}
              text={kind === null ? t('operations.empty.text') : t('operations.empty.kindText')}
            />
          )
        }
      />
      {rows !== null && <OperationsFoot rows={rows} hasMore={next !== null} />}
      {opId !== undefined && (
        <OperationDrawer key={opId} opId={opId} onClose={() => navigate('/operations')} />
      )}
    </Page>
  );
}
