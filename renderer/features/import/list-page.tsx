/** Everything that was imported on this PC, also what was withdrawn. */
import { Anchor, Button, SegmentedControl } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconFileImport, IconFilePlus } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { ImportView } from '#shared/contract/import-file.ts';
import { importKinds } from '#shared/domain/statement.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FirstRows, ListFoot } from '../../components/list-foot.tsx';
import { Page } from '../../components/page.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatList } from '../../i18n/format.ts';
import './import.css';
import { Crumb, IMPORT_PATH } from './import-page.tsx';
import { listColumns } from './list-columns.tsx';
import { useImports } from './list-store.ts';

const EVERY_KIND = 'all';

/** How much stands here, and whether a line of it is not in the books. `whole`: there are no older ones than these. */
function Headline({ imports, whole }: { imports: readonly ImportView[]; whole: boolean }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const locale = useLocale();
  const standing = imports.filter(({ withdrawn }) => withdrawn === null);
  const parts = importKinds.flatMap((kind) => {
    const some = standing.filter((one) => one.kind === kind);
    const lines = some.reduce((sum, one) => sum + one.lines, 0);
    return some.length > 0 ? [t(`import.list.${kind}Lines`, counted(lines))] : [];
  });
  const leftOut = standing.reduce((sum, one) => sum + one.leftOut, 0);
  const withLeftOut = standing.filter((one) => one.leftOut > 0);
  const [only] = withLeftOut;
  return (
    <>
      <span>
        {t(whole ? 'import.list.headline' : 'import.list.headlineLast', {
          ...counted(imports.length),
          parts: formatList(parts.length > 0 ? parts : [t('import.list.noLines')], locale),
        })}
      </span>
      <span className={`inline-row ${leftOut > 0 ? 'late-text' : 'muted'}`}>
        {leftOut > 0 ? (
          <IconAlertTriangle size={16} aria-hidden />
        ) : (
          <IconCircleCheck size={16} aria-hidden className="good-icon" />
        )}
        {withLeftOut.length === 1 && only ? (
          <Anchor component={Link} href={`/reconcile/imports/${only.importId}`} inherit underline="always">
            {t('import.list.leftOut', counted(leftOut))}
          </Anchor>
        ) : leftOut > 0 ? (
          t('import.list.leftOut', counted(leftOut))
        ) : (
          t('import.list.noneLeftOut')
        )}
      </span>
    </>
  );
}

/** How many are listed. Statements and sales have no sum together. */
function Foot() {
  const { t } = useTranslation();
  const counted = useCounted();
  const { rows, next } = useImports();
  if (rows === null || rows.length === 0) return null;
  if (next !== null) return <FirstRows count={rows.length} />;
  return <ListFoot count={t('grid.rows', counted(rows.length))} />;
}

function KindChoice() {
  const { t } = useTranslation();
  const { kind, showKind } = useImports();
  return (
    <SegmentedControl
      aria-label={t('import.kind.label')}
      value={kind ?? EVERY_KIND}
      onChange={(value) => showKind(importKinds.find((one) => one === value) ?? null)}
      data={[
        { value: EVERY_KIND, label: t('import.kind.every') },
        ...importKinds.map((value) => ({ value, label: t(`import.kind.${value}`) })),
      ]}
    />
  );
}

export function ImportsPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const [, navigate] = useLocation();
  const { rows: imports, next, kind, error, load, loadMore } = useImports();
  const refresh = useCallback(() => void load(), [load]);
  useEffect(refresh, [refresh]);
  useRefreshKey(refresh);
  const allWhole = (imports ?? []).every(({ status }) => status === 'whole');
  const kinds = new Set((imports ?? []).map((one) => one.kind));
  const onlyKind = kinds.size === 1 ? ([...kinds][0] ?? null) : null;
  const columns = useMemo(
    () => listColumns(t, locale, { allWhole, kind: onlyKind }),
    [t, locale, allWhole, onlyKind],
  );
  const begin = (
    <Button component={Link} href={IMPORT_PATH} leftSection={<IconFilePlus size={16} />}>
      {t('import.title')}
    </Button>
  );
  return (
    <Page
      title={<Crumb>{t('import.list.title')}</Crumb>}
      headline={
        imports !== null && imports.length > 0 && <Headline imports={imports} whole={next === null} />
      }
      actions={
        <>
          {(kind !== null || (imports !== null && imports.length > 0)) && <KindChoice />}
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
            icon={<IconFileImport size={32} />}
            title={t('import.list.emptyTitle')}
            text={t('import.list.emptyText')}
            action={begin}
          />
        }
      />
      <Foot />
    </Page>
  );
}
