/** The guesses about columns that nothing in the file proves, as questions. A person confirms them before anything is checked. */
import { Alert, Checkbox } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useColumnChoices } from './column-choices.ts';
import { openDoubtsOf } from './stages.ts';
import { columnOfField, type InspectedTable, type MappingDraft } from './mapping.ts';
import { useImport } from './store.ts';

export function GuessDoubts({ table, draft }: { table: InspectedTable; draft: MappingDraft }) {
  const { t } = useTranslation();
  const { inspection, kind, columnsConfirmed, confirmColumns } = useImport();
  const choices = useColumnChoices(table);
  const doubts = openDoubtsOf({ inspection, kind });
  if (doubts.length === 0) return null;
  const nameOf = (column: number | null) =>
    choices.find(({ value }) => value === String(column))?.label ?? '';
  return (
    <Alert
      color="orange"
      icon={<IconAlertTriangle size={20} />}
      title={t('import.columns.doubt.title')}
      role="status"
    >
      {doubts.map((doubt) => (
        <div key={doubt}>
          {t(`import.columns.doubt.${doubt}`, {
            name: nameOf(columnOfField(draft, doubt === 'bookedOn' ? 'bookedOn' : 'amount')),
          })}
        </div>
      ))}
      <Checkbox
        mt="sm"
        label={t('import.columns.doubt.looked')}
        checked={columnsConfirmed}
        onChange={(event) => confirmColumns(event.currentTarget.checked)}
      />
    </Alert>
  );
}
