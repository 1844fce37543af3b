/** The guesses about columns that nothing in the file proves, as questions. A person confirms them before anything is checked. */
import { Alert, Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { GuessDoubt } from '#shared/domain/statement.ts';
import { useColumnChoices } from './column-choices.ts';
import { openDoubtsOf } from './stages.ts';
import { columnOfField, type InspectedTable, type MappingDraft } from './mapping.ts';
import { useImport } from './store.ts';

/** If money out and money in have separate columns, there is no column of amounts and no sign to ask about. */
function questionsOf(doubts: readonly GuessDoubt[], { amountKind, debit, credit }: MappingDraft) {
  if (amountKind !== 'two-columns') return doubts;
  const dates = doubts.filter((one) => one === 'bookedOn');
  const asksForBoth = dates.length < doubts.length && debit !== null && credit !== null;
  return asksForBoth ? (['twoColumns', ...dates] as const) : dates;
}

export function GuessDoubts({ table, draft }: { table: InspectedTable; draft: MappingDraft }) {
  const { t } = useTranslation();
  const { inspection, kind, columnsConfirmed, confirmColumns } = useImport();
  const choices = useColumnChoices(table);
  const questions = questionsOf(openDoubtsOf({ inspection, kind }), draft);
  if (questions.length === 0) return null;
  const nameOf = (column: number | null) =>
    choices.find(({ value }) => value === String(column))?.label ?? '';
  return (
    <Alert
      color={columnsConfirmed ? 'gray' : 'orange'}
      icon={columnsConfirmed ? <IconCircleCheck size={20} /> : <IconAlertTriangle size={20} />}
      // Once it is confirmed, the tick says so.
      title={columnsConfirmed ? null : t('import.columns.doubt.title')}
      role="status"
    >
      {questions.map((question) => (
        <div key={question}>
          {t(`import.columns.${columnsConfirmed ? 'said' : 'doubt'}.${question}`, {
            name: nameOf(columnOfField(draft, question === 'bookedOn' ? 'bookedOn' : 'amount')),
            out: nameOf(draft.debit),
            in: nameOf(draft.credit),
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
