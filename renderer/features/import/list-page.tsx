/** Everything that was imported on this PC, also what was withdrawn. */
import { Button, SegmentedControl } from '@mantine/core';
import { IconFileOff, IconFilePlus } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { importKinds } from '#shared/domain/statement.ts';
import { useLocale } from '../../app-store.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Page } from '../../components/page.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import './import.css';
import { Crumb, IMPORT_PATH } from './import-page.tsx';
import { listColumns } from './list-columns.tsx';
import { useImports } from './list-store.ts';

const EVERY_KIND = 'all';

export function ImportsPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const [, navigate] = useLocation();
  const { rows: imports, kind, error, load, loadMore, showKind } = useImports();
  const refresh = useCallback(() => void load(), [load]);
  useEffect(refresh, [refresh]);
  useRefreshKey(refresh);
  const columns = useMemo(() => listColumns(t, locale), [t, locale]);
  const begin = (
    <Button component={Link} href={IMPORT_PATH} leftSection={<IconFilePlus size={16} />}>
      {t('import.title')}
    </Button>
  );
  return (
    <Page
      title={<Crumb>{t('import.list.title')}</Crumb>}
      actions={
        <>
          <SegmentedControl
            aria-label={t('import.kind.label')}
            value={kind ?? EVERY_KIND}
            onChange={(value) => showKind(importKinds.find((one) => one === value) ?? null)}
            data={[
              { value: EVERY_KIND, label: t('import.kind.every') },
              ...importKinds.map((value) => ({ value, label: t(`import.kind.${value}`) })),
            ]}
          />
          {imports !== null && imports.length > 0 && begin}
        </>
      }
    >
      {error && (
        <div className="pad">
          <ErrorNotice error={error} onRetry={refresh} />
        </div>
      )}
      <DataGrid
        id="imports"
        label={t('import.list.title')}
        rows={imports ?? []}
        columns={columns}
        getRowId={({ importId }) => importId}
        loading={imports === null && !error}
        onOpen={({ importId }) => navigate(`/reconcile/imports/${importId}`)}
        onEndReached={() => void loadMore()}
        rowClass={({ withdrawn }) => (withdrawn ? 'row-gone' : undefined)}
        empty={
          <EmptyState
            icon={<IconFileOff size={32} />}
            title={t('import.list.emptyTitle')}
            text={t('import.list.emptyText')}
            action={begin}
          />
        }
      />
    </Page>
  );
}
