/** Step 3: which column is what. Chosen once and remembered under the source; beside each choice what is in the column. */
import { Button, Checkbox, MultiSelect, SegmentedControl, Select } from '@mantine/core';
import { IconArrowNarrowRight, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../../app-store.ts';
import { useCounted } from '../../../components/counted.ts';
import { formatList } from '../../../i18n/format.ts';
import { useColumnChoices } from '../column-choices.ts';
import { ColumnSamples } from '../column-samples.tsx';
import { CurrencyChoice } from '../currency-choice.tsx';
import { DateOrderChoice } from '../date-order.tsx';
import {
  amountFieldsOf,
  missingOf,
  optionalFields,
  type AmountKind,
  type InspectedTable,
  type MappingDraft,
  type NeededField,
  type OptionalField,
} from '../mapping.ts';
import { GuessDoubts } from '../guess-doubts.tsx';
import { NotAmounts, SampleTable } from '../sample-table.tsx';
import { notAmounts } from '../samples.ts';
import { openDoubtsOf } from '../stages.ts';
import { StepFrame } from '../step-frame.tsx';
import { useImport } from '../store.ts';

type ColumnField = Exclude<NeededField, 'currency'> | OptionalField;
const amountKinds: readonly AmountKind[] = ['signed', 'two-columns', 'marked'];

const Field = ({ children, samples }: { children: ReactNode; samples: ReactNode }) => (
  <div className="import-field">
    <div>{children}</div>
    <div className="import-field-samples">{samples}</div>
  </div>
);

function OneColumn({
  field,
  table,
  draft,
}: {
  field: ColumnField;
  table: InspectedTable;
  draft: MappingDraft;
}) {
  const { t } = useTranslation();
  const map = useImport((state) => state.map);
  const data = useColumnChoices(table);
  const needed = !(optionalFields as readonly string[]).includes(field);
  const value = draft[field];
  return (
    <Field samples={<ColumnSamples table={table} draft={draft} field={field} column={value} />}>
      <Select
        label={t(`import.field.${field}`)}
        required={needed}
        clearable={!needed}
        allowDeselect={false}
        searchable
        nothingFoundMessage={t('import.columns.nothingFound')}
        placeholder={t(needed ? 'import.columns.choose' : 'import.columns.notThere')}
        data={data}
        value={value === null ? null : String(value)}
        onChange={(chosen) => map({ [field]: chosen === null ? null : Number(chosen) })}
      />
    </Field>
  );
}

function AmountShape({ draft }: { draft: MappingDraft }) {
  const { t } = useTranslation();
  const map = useImport((state) => state.map);
  return (
    <div className="import-choice">
      <div className="fact-label" id="import-amount-kind">
        {t('import.amount.label')}
      </div>
      <SegmentedControl
        aria-labelledby="import-amount-kind"
        value={draft.amountKind}
        onChange={(value) => map({ amountKind: amountKinds.find((kind) => kind === value) ?? 'signed' })}
        data={amountKinds.map((value) => ({ value, label: t(`import.amount.${value}`) }))}
      />
    </div>
  );
}

function Description({ table, draft }: { table: InspectedTable; draft: MappingDraft }) {
  const { t } = useTranslation();
  const map = useImport((state) => state.map);
  const data = useColumnChoices(table);
  return (
    <Field
      samples={
        <ColumnSamples
          table={table}
          draft={draft}
          field="description"
          column={draft.description[0] ?? null}
        />
      }
    >
      <MultiSelect
        label={t('import.field.description')}
        description={draft.description.length > 1 ? t('import.columns.joined') : undefined}
        placeholder={draft.description.length === 0 ? t('import.columns.notThere') : ''}
        clearable
        maxValues={10}
        data={data}
        value={draft.description.map(String)}
        onChange={(chosen) => map({ description: chosen.map(Number) })}
      />
    </Field>
  );
}

function Fields({ table, draft }: { table: InspectedTable; draft: MappingDraft }) {
  const { t } = useTranslation();
  const map = useImport((state) => state.map);
  const one = (field: ColumnField) => <OneColumn key={field} field={field} table={table} draft={draft} />;
  return (
    <div className="import-fields">
      {one('bookedOn')}
      <DateOrderChoice table={table} draft={draft} />
      <AmountShape draft={draft} />
      {amountFieldsOf(draft).map(one)}
      {draft.amountKind === 'signed' && (
        <Checkbox
          label={t('import.amount.turned')}
          checked={draft.turned}
          onChange={(event) => map({ turned: event.currentTarget.checked })}
        />
      )}
      <CurrencyChoice table={table} draft={draft} />
      {one('reference')}
      {one('orderId')}
      <Description table={table} draft={draft} />
      {optionalFields.filter((field) => field !== 'reference' && field !== 'orderId').map(one)}
    </div>
  );
}

export function ColumnsStep() {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const { inspection, draft, kind, columnsConfirmed, open, working } = useImport();
  if (!inspection) return null;
  const { table } = inspection;
  const missing = draft ? missingOf(draft) : [];
  const bad = table && draft ? new Set(notAmounts(table, draft).map(({ row }) => row)).size : 0;
  const mustLook = !columnsConfirmed && openDoubtsOf({ inspection, kind }).length > 0;
  const action = (
    <Button
      rightSection={<IconArrowNarrowRight size={18} className="mirror" />}
      disabled={missing.length > 0 || mustLook || working !== null}
      onClick={() => open('check')}
    >
      {t('import.step.continue', { name: t('import.step.name.check') })}
    </Button>
  );
  const toLook = mustLook ? t('import.columns.doubt.needed') : null;
  const names = missing.map((field) => t(`import.field.${field}`));
  return (
    <StepFrame
      step="columns"
      answer={bad > 0 ? t('import.sample.bad', counted(bad)) : null}
      action={action}
      blocked={
        names.length === 0 ? toLook : t('import.columns.missing', { fields: formatList(names, locale) })
      }
    >
      {table && draft ? (
        <>
          <NotAmounts table={table} draft={draft} />
          <SampleTable table={table} draft={draft} most={5} busy={working === 'reading'} />
          <GuessDoubts table={table} draft={draft} />
          <Fields table={table} draft={draft} />
        </>
      ) : (
        <p className="chip">
          <IconInfoCircle size={16} aria-hidden /> {t('import.columns.noneText')}
        </p>
      )}
    </StepFrame>
  );
}
