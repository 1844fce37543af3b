/** Step 4: every line as it would be saved, the cells that cannot be read, what is skipped and why, and whether it adds up. */
import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconArrowNarrowRight, IconFilterOff } from '@tabler/icons-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { previewFilters } from '#shared/contract/import.ts';
import { type ImportPreview, type ImportPreviewRow } from '#shared/contract/import-file.ts';
import { useLocale } from '../../../app-store.ts';
import { ColumnChoice, useChosenColumns } from '../../../components/column-choice.tsx';
import { useCounted } from '../../../components/counted.ts';
import { DataGrid } from '../../../components/data-grid.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { formatCount } from '../../../i18n/format.ts';
import { Balances } from '../balances.tsx';
import { Doubts } from '../doubts.tsx';
import { Figures } from '../figures.tsx';
import { previewColumns } from '../preview-columns.tsx';
import { NotReadable } from '../not-readable.tsx';
import { Remembered } from '../remembered.tsx';
import { RowDrawer } from '../row-drawer.tsx';
import { canOpen, isBlocked } from '../stages.ts';
import { StepFrame } from '../step-frame.tsx';
import { useImport, type PreviewFilter } from '../store.ts';
import { useSkippedText } from '../texts.ts';

const NO_ROWS: ImportPreviewRow[] = [];
/** The heights in pixels of the grid's head and of a row: a short list is as high as its rows. */
const HEAD = 38;
const ROW = 36;
/** The height for the words that say why there are no rows. */
const ROWS_WHILE_EMPTY = 6;

function Lines({ preview }: { preview: ImportPreview }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { pages, filter, draft, show, loadMore } = useImport();
  const [opened, setOpened] = useState<ImportPreviewRow | null>(null);
  const { counts, totals } = preview;
  const currency = totals.length === 1 ? (totals[0]?.currency ?? null) : null;
  // Where every line is saved there is nothing to choose from, and each has the one state.
  const isPlain = counts.bad + counts.skipped === 0;
  const all = useMemo(
    () => previewColumns(t, locale, draft, currency).filter(({ id }) => !isPlain || id !== 'state'),
    [t, locale, draft, currency, isPlain],
  );
  const columns = useChosenColumns('import-preview', all, pages?.rows ?? NO_ROWS);
  const countOf: Record<PreviewFilter, number> = {
    ...counts,
    all: counts.good + counts.bad + counts.skipped,
  };
  // A kind that no row is of is no choice.
  const filters = previewFilters.filter((one) => one === 'all' || one === filter || countOf[one] > 0);
  const isEmpty = pages === null || countOf[filter] === 0;
  return (
    <div>
      <div className="import-lines-head">
        {isPlain ? (
          <span />
        ) : (
          <SegmentedControl
            aria-label={t('import.filter.label')}
            value={filter}
            onChange={(value) => void show(previewFilters.find((one) => one === value) ?? 'all')}
            data={filters.map((value) => ({
              value,
              label: t('import.filter.withCount', {
                name: t(`import.filter.${value}`),
                number: formatCount(countOf[value], locale),
              }),
            }))}
          />
        )}
        <ColumnChoice gridId="import-preview" columns={all} />
      </div>
      <div
        className="import-grid"
        style={{ maxBlockSize: HEAD + ROW * (isEmpty ? ROWS_WHILE_EMPTY : countOf[filter]) }}
      >
        <DataGrid
          id="import-preview"
          label={t('import.filter.label')}
          rows={pages?.rows ?? NO_ROWS}
          columns={columns}
          getRowId={(row) => String(row.row)}
          loading={pages === null}
          onOpen={setOpened}
          onEndReached={() => void loadMore()}
          rowClass={({ state }) => (state === 'skipped' ? 'row-gone' : undefined)}
          empty={
            <EmptyState
              icon={<IconFilterOff size={28} />}
              title={t('import.filter.emptyTitle')}
              text={t('import.filter.emptyText')}
            />
          }
        />
      </div>
      <RowDrawer row={opened} onClose={() => setOpened(null)} />
    </div>
  );
}

/** How many lines will be saved, whether the balances bear them out, and what is skipped. What cannot be read has its own heading below. */
function useAnswer(preview: ImportPreview | null): ReactNode {
  const { t } = useTranslation();
  const counted = useCounted();
  const skippedText = useSkippedText();
  if (preview === null) return null;
  const { counts, balances } = preview;
  if (isBlocked(preview) && counts.good > 0) return t('import.check.afterwards', counted(counts.good));
  const addsUp = balances.length > 0 && balances.every(({ difference }) => difference.minor === 0n);
  return (
    <>
      {t('import.check.saved', counted(counts.good))} {addsUp && `${t('import.check.addsUp')} `}
      {preview.ownTotalAgrees && !addsUp && `${t('import.check.ownTotal')} `}
      {counts.skipped > 0 && (
        <span className="import-skipped" data-testid="import-skipped">
          {t('import.skipped', { what: skippedText(preview.skippedBy) })}
        </span>
      )}
    </>
  );
}

export function CheckStep() {
  const { t } = useTranslation();
  const state = useImport();
  const { inspection, preview, working, failure, open } = state;
  const ready = canOpen(state, 'confirm');
  return (
    <StepFrame
      step="check"
      answer={useAnswer(preview)}
      action={
        preview && (
          <Button
            rightSection={<IconArrowNarrowRight size={18} className="mirror" />}
            disabled={!ready || working !== null}
            onClick={() => open('confirm')}
          >
            {t('import.step.continue', { name: t('import.step.name.confirm') })}
          </Button>
        )
      }
      blocked={preview && !ready ? t('import.check.blocked') : null}
    >
      {!preview && !failure && <Skeleton height={320} radius={10} />}
      {preview && (
        <>
          {inspection?.table && <Remembered table={inspection.table} />}
          <Doubts preview={preview} />
          {preview.counts.bad > 0 && <NotReadable preview={preview} />}
          <div className="import-sums">
            <div className="grow">
              <Figures preview={preview} />
            </div>
            <Balances balances={preview.balances} />
          </div>
          <Lines key={preview.previewId} preview={preview} />
        </>
      )}
    </StepFrame>
  );
}
