/** One line of the file: what is wrong with it and what to do, and the row as the file has it with the bad cells marked. */
import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconMinus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ImportPreviewRow } from '#shared/contract/import-file.ts';
import { useLocale } from '../../app-store.ts';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { formatCount } from '../../i18n/format.ts';
import { LineFacts } from './line-facts.tsx';
import { BadCell, problemText } from './preview-columns.tsx';
import { useImport } from './store.ts';

function Cells({ row }: { row: ImportPreviewRow }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const columns = useImport((state) => state.inspection?.table?.columns ?? null);
  if (row.cells.length === 0) return null;
  const nameOf = (place: number) => {
    const header = columns?.find(({ column }) => column === place)?.header ?? '';
    return header === '' ? t('import.columnNo', { number: formatCount(place + 1, locale) }) : header;
  };
  return (
    <section>
      <h3 className="import-drawer-head">{t('import.raw')}</h3>
      <dl className="facts">
        {row.cells.map((cell, place) => {
          const problem = row.problems.find(({ column }) => column === place);
          return (
            <div key={place} className="contents">
              <dt>
                <bdi>{nameOf(place)}</bdi>
              </dt>
              <dd>{problem ? <BadCell problem={problem} t={t} /> : <bdi>{cell === '' ? '—' : cell}</bdi>}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

function Problems({ row }: { row: ImportPreviewRow }) {
  const { t } = useTranslation();
  return row.problems.map((problem) => (
    <Alert
      key={`${problem.field}/${problem.problem}`}
      color="red"
      icon={<IconAlertTriangle size={20} />}
      title={problemText(t, problem)}
    >
      {problem.text !== '' && (
        <div>
          {t('import.bad.cell')}{' '}
          <q>
            <bdi>{problem.text}</bdi>
          </q>
        </div>
      )}
      <div>{t(`import.problem.${problem.problem}.next`)}</div>
    </Alert>
  ));
}

export function RowDrawer({ row, onClose }: { row: ImportPreviewRow | null; onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <SideDrawer
      opened={row !== null}
      onClose={onClose}
      title={row && t('import.rowNo', { number: formatCount(row.row, locale) })}
    >
      {row && (
        <div className="stack">
          {row.reason !== null && (
            <Alert color="gray" icon={<IconMinus size={20} />} title={t(`import.skip.${row.reason}`)}>
              {t(`import.skipText.${row.reason}`)}
            </Alert>
          )}
          <Problems row={row} />
          {row.line && <LineFacts line={row.line} />}
          <Cells row={row} />
        </div>
      )}
    </SideDrawer>
  );
}
