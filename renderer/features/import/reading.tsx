/** How a table was read, and choosing otherwise: the letters and the first rows show at once what comes of it. */
import { Select } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ImportInspection, ImportReading } from '#shared/contract/import-file.ts';
import { csvDelimiters, importEncodings } from '#shared/domain/statement.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { formatCount } from '../../i18n/format.ts';
import { delimiterKey } from './delimiter-key.ts';
import type { InspectedTable } from './mapping.ts';
import { Remembered } from './remembered.tsx';
import { SampleTable } from './sample-table.tsx';
import { tellingTexts } from './samples.ts';
import { doubtsOf, type Doubt } from './stages.ts';
import { useImport } from './store.ts';

type Choice = { value: string; label: string };

function Choose(props: {
  name: Doubt;
  unsure: boolean;
  table: InspectedTable;
  data: Choice[];
  read: (value: string) => Partial<ImportReading>;
}) {
  const { name, unsure, table, data, read } = props;
  const { t } = useTranslation();
  const { readAs, working } = useImport();
  const value = table.reading[name];
  return (
    <Select
      label={t(`import.reading.${name}`)}
      description={
        unsure && (
          <>
            <IconAlertTriangle size={14} aria-hidden /> {t('import.reading.unsure')}
          </>
        )
      }
      inputWrapperOrder={['label', 'input', 'description']}
      data={data}
      value={value === null ? null : String(value)}
      disabled={working !== null}
      allowDeselect={false}
      wrapperProps={{ 'data-unsure': unsure || undefined }}
      onChange={(chosen) => {
        if (chosen !== null) void readAs(read(chosen));
      }}
    />
  );
}

/** Letters that only the right encoding shows; nothing to see where every encoding shows the same. */
function Letters({ table }: { table: InspectedTable }) {
  const { t } = useTranslation();
  const texts = tellingTexts(table.firstRows);
  return (
    <div className="import-letters" data-testid="import-letters" aria-live="polite">
      <div className="fact-label">
        {t('import.reading.letters')}
        {texts.length > 0 && ` · ${t('import.reading.lettersHint')}`}
      </div>
      {texts.length === 0 ? (
        <span className="muted">{t('import.reading.noLetters')}</span>
      ) : (
        <ul>
          {texts.map((text) => (
            <li key={text} dir="auto">
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function Reading({ inspection, table }: { inspection: ImportInspection; table: InspectedTable }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const working = useImport((state) => state.working);
  const { firstRows, sheets } = table;
  const { format } = inspection;
  const doubts = doubtsOf(inspection);
  const rowText = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').join(' | ');
  const headers: Choice[] = [
    { value: '0', label: t('import.reading.noHeader') },
    ...firstRows.map(({ row, cells }) => ({
      value: String(row),
      label: t('import.reading.row', { number: formatCount(row, locale), text: rowText(cells).slice(0, 60) }),
    })),
  ];
  return (
    <>
      <Remembered table={table} />
      <div className="import-reading">
        {format === 'csv' ? (
          <>
            <Choose
              name="encoding"
              unsure={doubts.includes('encoding')}
              table={table}
              data={importEncodings.map((value) => ({ value, label: t(`import.encoding.${value}`) }))}
              read={(value) => ({ encoding: importEncodings.find((one) => one === value) ?? null })}
            />
            <Choose
              name="delimiter"
              unsure={doubts.includes('delimiter')}
              table={table}
              data={csvDelimiters.map((value) => ({ value, label: t(delimiterKey(value)) }))}
              read={(value) => ({ delimiter: csvDelimiters.find((one) => one === value) ?? null })}
            />
          </>
        ) : (
          <Choose
            name="sheet"
            unsure={doubts.includes('sheet')}
            table={table}
            data={sheets.map((label, index) => ({ value: String(index), label }))}
            // Another sheet has its names elsewhere.
            read={(value) => ({ sheet: Number(value), headerRow: null })}
          />
        )}
        <Choose
          name="headerRow"
          unsure={doubts.includes('headerRow')}
          table={table}
          data={headers}
          read={(value) => ({ headerRow: Number(value) })}
        />
      </div>
      <div>
        <div className="fact-label">{t('import.sample.title', counted(table.rows))}</div>
        <SampleTable table={table} draft={null} most={9} busy={working === 'reading'} />
      </div>
      {format === 'csv' && <Letters table={table} />}
    </>
  );
}
