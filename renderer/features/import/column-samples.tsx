/** Samples of the chosen column: dates in words as they would be read, everything else as the file has it. */
import { useTranslation } from 'react-i18next';
import type { LineField } from '#shared/domain/statement.ts';
import { useLocale } from '../../app-store.ts';
import { formatDate } from '../../i18n/format.ts';
import type { InspectedTable, MappingDraft } from './mapping.ts';
import { dateIn, possibleOrders } from './samples.ts';

type SamplesProps = { table: InspectedTable; draft: MappingDraft; field: LineField; column: number | null };

export const samplesOf = (table: InspectedTable, column: number | null): string[] =>
  table.columns.find((one) => one.column === column)?.samples ?? [];

function DateSample({ text, draft, all }: { text: string; draft: MappingDraft; all: readonly string[] }) {
  const locale = useLocale();
  const [only, ...others] = possibleOrders(all);
  const order = draft.dateOrder ?? (others.length === 0 ? only : undefined);
  const date = order && dateIn(order, text);
  return (
    <>
      <bdi>{text}</bdi>
      {date && <span className="import-read"> = {formatDate(date, 'full', locale)}</span>}
    </>
  );
}

export function ColumnSamples({ table, draft, field, column }: SamplesProps) {
  const { t } = useTranslation();
  const samples = samplesOf(table, column);
  if (column === null) return null;
  if (samples.length === 0) return <span className="muted">{t('import.columns.empty')}</span>;
  const isDate = field === 'bookedOn' || field === 'valueOn';
  return (
    <ul aria-label={t('import.columns.samples', { field: t(`import.field.${field}`) })}>
      {samples.slice(0, 3).map((text, index) => (
        <li key={`${text}/${index}`} dir={isDate ? undefined : 'auto'}>
          {isDate ? <DateSample text={text} draft={draft} all={samples} /> : text}
        </li>
      ))}
    </ul>
  );
}
