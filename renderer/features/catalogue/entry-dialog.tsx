/** The form of a new or changed product or category. It is sent once. */
import { MultiSelect, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CatalogueThing } from '#shared/contract/catalogue.ts';
import type { KeptRow } from '#shared/contract/kept.ts';
import type { Changed } from '#shared/contract/making.ts';
import { pathOfKept } from '#shared/domain/kept-lists.ts';
import { listOfMade } from '#shared/domain/making.ts';
import { call, toldElsewhere } from '../../api/client.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { CurrencySelect } from '../../components/currency-select.tsx';
import { MakeDialog, useMaking } from '../making/index.tsx';
import { emptyEntry, entryOf, formOf, type EntryForm } from './entry-form.ts';

type Change = (part: Partial<EntryForm>) => void;
type Choice = { value: string; label: string };

function useCategories(): Choice[] {
  const [choices, setChoices] = useState<Choice[]>([]);
  useEffect(() => {
    const filter = { text: '', words: {} };
    const asked = call('kept.page', { name: 'categories', filter, sort: null, cursor: null, limit: 500 });
    void toldElsewhere(asked, 'the list of categories').then((page) =>
      setChoices(
        (page?.rows ?? [])
          .filter(({ isGone }) => !isGone)
          .map(({ key, cells }) => ({
            value: key,
            label: cells.category?.is === 'text' ? cells.category.text : key,
          })),
      ),
    );
  }, []);
  return choices;
}

function ProductFields({ form, change }: { form: EntryForm; change: Change }) {
  const { t } = useTranslation();
  const categories = useCategories();
  return (
    <>
      <div className="form-pair">
        <TextInput
          label={t('kept.column.price')}
          required
          inputMode="decimal"
          dir="ltr"
          value={form.price}
          onChange={(event) => change({ price: event.currentTarget.value })}
        />
        <CurrencySelect
          label={t('catalogue.currency')}
          value={form.currency}
          onChange={(currency) => change({ currency })}
        />
      </div>
      <MultiSelect
        label={t('kept.column.categories')}
        description={form.categoryIds === null ? t('catalogue.categoriesStay') : undefined}
        data={categories}
        value={form.categoryIds ?? []}
        onChange={(categoryIds) => change({ categoryIds })}
      />
      <Textarea
        label={t('kept.column.description')}
        maxLength={500}
        autosize
        minRows={2}
        value={form.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
    </>
  );
}

type FieldsProps = { what: CatalogueThing; form: EntryForm; change: Change };

function EntryFields({ what, form, change }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t(`kept.column.${what}`)}
        required
        data-autofocus
        maxLength={200}
        value={form.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      {what === 'product' && <ProductFields form={form} change={change} />}
    </>
  );
}

type NewProps = {
  what: CatalogueThing;
  onClose: () => void;
  onMade: (key: string) => void;
};

export function NewEntryDialog({ what, onClose, onMade }: NewProps) {
  const { t } = useTranslation();
  const [form, setForm] = useState(emptyEntry);
  const making = useMaking(
    (despiteDouble) => {
      const entry = entryOf(what, { ...form, categoryIds: form.categoryIds ?? [] });
      return entry && call('catalogue.make', { entry, despiteDouble });
    },
    ({ key }) => onMade(key),
  );
  const change: Change = (part) => {
    making.forget();
    setForm((before) => ({ ...before, ...part }));
  };
  return (
    <MakeDialog
      title={t(`catalogue.new.${what}`)}
      action={t(`making.make.${what}`)}
      making={making}
      pathOf={(key) => pathOfKept(listOfMade(what), key)}
      onClose={onClose}
    >
      <EntryFields what={what} form={form} change={change} />
    </MakeDialog>
  );
}

type ChangeProps = {
  what: CatalogueThing;
  row: KeptRow;
  onClose: () => void;
  onDone: (ending: Changed) => void;
};

export function ChangeEntryDialog({ what, row, onClose, onDone }: ChangeProps) {
  const { t } = useTranslation();
  const [form, setForm] = useState(() => formOf(row));
  const ended = useRef<Changed | null>(null);
  const save = async () => {
    const entry = entryOf(what, form);
    if (entry === null) return null;
    const answer = await call('catalogue.change', { key: row.key, entry });
    if (!answer.ok) return answer.error;
    ended.current = answer.value.ending;
    return null;
  };
  return (
    <FormDialog
      title={t(`catalogue.change.${what}`)}
      action={t('app.actions.save')}
      ready={entryOf(what, form) !== null}
      onSave={save}
      onSaved={() => ended.current && onDone(ended.current)}
      onClose={onClose}
    >
      <EntryFields what={what} form={form} change={(part) => setForm((before) => ({ ...before, ...part }))} />
    </FormDialog>
  );
}
