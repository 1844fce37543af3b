/** Choosing the file of a sheet, and what has to be in it. */
import { Button, FileButton } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  MOST_SHEET_ROWS,
  neededColumns,
  sheetColumns,
  type SheetColumn,
  type TableKind,
} from '#shared/domain/sheets.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { base64Of } from '../../api/base64.ts';
import { useLocale, type MayMove } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { formatCount, formatList } from '../../i18n/format.ts';

/** The largest file that the core takes. */
const MOST_BYTES = 10_000_000;
const importError = (code: 'broken' | 'too-large', params = {}): AppError => ({
  kind: 'import',
  code,
  params,
});

type ChooseProps = {
  kind: TableKind;
  again: boolean;
  guard: MayMove;
  /** Answers why the file was not taken; null if it was. */
  take: (fileName: string, base64: string) => Promise<AppError | null>;
};

export function ChooseFile({ kind, again, guard, take }: ChooseProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const read = async (file: File): Promise<AppError | null> => {
    if (file.size > MOST_BYTES) return importError('too-large', { most: MOST_BYTES / 1_000_000 });
    const base64 = await base64Of(file);
    if (base64 === null) return importError('broken');
    return take(file.name, base64);
  };
  const choose = async (file: File | null) => {
    if (!file) return;
    setReading(true);
    setError(await read(file));
    setReading(false);
  };
  const names = (columns: readonly SheetColumn[]) =>
    formatList(
      columns.map((column) => t(`sheets.column.${column}`)),
      locale,
    );
  const needed = neededColumns[kind];
  const all: readonly SheetColumn[] = sheetColumns[kind];
  const others = all.filter((column) => !needed.includes(column));
  return (
    <div className={again ? 'sheet-again' : 'stack'}>
      {!again && (
        <>
          <p className="flush">{t(`sheets.about.${kind}`)}</p>
          <p className="muted flush">
            {t('sheets.columns', {
              needed: names(needed),
              others: names(others),
              most: formatCount(MOST_SHEET_ROWS[kind], locale),
            })}
          </p>
        </>
      )}
      {error && <ErrorNotice error={error} />}
      <div>
        <FileButton
          accept=".xlsx,.csv"
          inputProps={{ 'aria-label': t('sheets.choose') }}
          onChange={(file) => void choose(file)}
        >
          {(props) => (
            <Button
              {...props}
              variant={again ? 'default' : 'filled'}
              size={again ? 'compact-sm' : 'sm'}
              loading={isReading}
              disabled={!guard.allowed}
              leftSection={<IconFileUpload size={16} />}
            >
              {t(again ? 'sheets.chooseOther' : 'sheets.choose')}
            </Button>
          )}
        </FileButton>
      </div>
    </div>
  );
}
