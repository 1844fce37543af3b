/** Rows that are wrong as a file, with what is wrong in a column of its own: to be mended and chosen again. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SheetRow } from '#shared/contract/sheets.ts';
import { sheetColumns } from '#shared/domain/sheets.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { tellError } from '../../components/tell-error.tsx';
import { useSave } from '../reports/index.tsx';
import { saidOf } from './store.ts';

type WrongRow = Pick<SheetRow, 'cells' | 'problems'> & Partial<Pick<SheetRow, 'theirs'>>;
type WrongProps = {
  kind: keyof typeof sheetColumns;
  fileName: string;
  count: number;
  rowsOf: () => Promise<readonly WrongRow[] | AppError>;
};

export function SaveWrong({ kind, fileName, count, rowsOf }: WrongProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const save = useSave();
  const { language } = useLocale();
  const [isBusy, setBusy] = useState(false);
  const context = kind === 'transfers' ? kind : '';
  const why = ({ problems, theirs = [] }: WrongRow) => [
    ...problems.map(
      ({ column, problem }) =>
        `${t(`sheets.column.${column}`)}: ${t(`sheets.problem.${problem}`, { context })}`,
    ),
    ...theirs.map((said) => saidOf(said, language)),
  ];
  const saveAll = async () => {
    setBusy(true);
    const rows = await rowsOf();
    if ('code' in rows) tellError(rows);
    else {
      const texts = sheetColumns[kind].map((column) => t(`sheets.column.${column}`));
      const columns = [...texts, t('sheets.wrong')].map((header) => ({ header, kind: 'text' as const }));
      const sheet = { name: t('sheets.filter.wrong'), rtl: document.dir === 'rtl', timeZone: 'UTC', columns };
      await save({
        format: 'xlsx',
        fileName: [fileName.replace(/\.\w+$/, ''), t('sheets.filter.wrong')],
        sheets: [{ ...sheet, rows: rows.map((row) => [...row.cells, why(row).join('; ')]) }],
      });
    }
    setBusy(false);
  };
  return (
    <Button variant="default" loading={isBusy} onClick={() => void saveAll()}>
      {t('sheets.saveWrong', counted(count))}
    </Button>
  );
}
