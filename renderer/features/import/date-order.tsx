/** How day, month and year follow one another: the same cell in words for each order that fits. */
import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dateOrders } from '#shared/domain/statement.ts';
import { useLocale } from '../../app-store.ts';
import { formatDate } from '../../i18n/format.ts';
import { samplesOf } from './column-samples.tsx';
import type { InspectedTable, MappingDraft } from './mapping.ts';
import { dateIn } from './samples.ts';
import { useImport } from './store.ts';
import { isolated } from '../../i18n/isolated.ts';

const BY_THE_FILE = 'by-the-file';

export function DateOrderChoice({ table, draft }: { table: InspectedTable; draft: MappingDraft }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const map = useImport((state) => state.map);
  const [sample] = samplesOf(table, draft.bookedOn);
  const read = sample !== undefined && draft.dateOrder ? dateIn(draft.dateOrder, sample) : null;
  return (
    <div className="import-choice">
      <div className="fact-label" id="import-date-order">
        {t('import.dateOrder.label')}
      </div>
      <SegmentedControl
        aria-labelledby="import-date-order"
        value={draft.dateOrder ?? BY_THE_FILE}
        onChange={(value) => map({ dateOrder: dateOrders.find((order) => order === value) ?? null })}
        data={[
          { value: BY_THE_FILE, label: t('import.dateOrder.byTheFile') },
          ...dateOrders.map((value) => ({ value, label: t(`import.dateOrder.${value}`) })),
        ]}
      />
      {draft.dateOrder && sample !== undefined && (
        <span className="import-read" role="status">
          {read === null
            ? t('import.dateOrder.noDate', { text: isolated(sample) })
            : t('import.dateOrder.reads', { text: isolated(sample), date: formatDate(read, 'full', locale) })}
        </span>
      )}
    </div>
  );
}
