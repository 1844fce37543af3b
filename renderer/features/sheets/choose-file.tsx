/** Choosing the file of a sheet, and what has to be in it. */
import { Button, FileButton } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_SHEET_ROWS, neededColumns, sheetColumns, type SheetKind } from '#shared/domain/sheets.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
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

export function ChooseFile({ kind, again, guard }: { kind: SheetKind; again: boolean; guard: MayMove }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [isReading, setReading] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const read = async (file: File): Promise<AppError | null> => {
    if (file.size > MOST_BYTES) return importError('too-large', { most: MOST_BYTES / 1_000_000 });
    const base64 = await base64Of(file);
    if (base64 === null) return importError('broken');
    const answer = await call('sheets.open', { kind, fileName: file.name, base64 });
    return answer.ok ? null : answer.error;
  };
  const choose = async (file: File | null) => {
    if (!file) return;
    setReading(true);
    setError(await read(file));
    setReading(false);
  };
  const names = (columns: readonly (typeof neededColumns)[SheetKind][number][]) =>
    formatList(
      columns.map((column) => t(`sheets.column.${column}`)),
      locale,
    );
  const needed = neededColumns[kind];
  const others = sheetColumns[kind].filter((column) => !needed.includes(column));
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
