/** The form of a new or changed product or category. It is sent once. */
import { MultiSelect, Select, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CatalogueThing, MadeEntry } from '#shared/contract/catalogue.ts';
import type { KeptRow } from '#shared/contract/kept.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { usualCurrencies } from '#shared/money/currencies.ts';
import { call, toldElsewhere } from '../../api/client.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
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
        <Select
          label={t('catalogue.currency')}
          allowDeselect={false}
          data={[...new Set([...usualCurrencies, form.currency])]}
          value={form.currency}
          onChange={(currency) => currency !== null && change({ currency })}
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

type DialogProps = {
  what: CatalogueThing;
  /** The one that is changed. */
  row?: KeptRow;
  onClose: () => void;
  /** `key`: the new one. Null: it is not known whether it was made or changed. */
  onDone: (key: string | null) => void;
};

/** Sends what was typed. A double is asked about in the form, and the next press sends it all the same. */
function useSending({ what, row, onDone }: DialogProps, form: EntryForm) {
  const [double, setDouble] = useState<Extract<MadeEntry, { kind: 'double' }> | null>(null);
  const done = useRef<{ key: string | null } | null>(null);
  const save = async (): Promise<AppError | null> => {
    const entry = entryOf(what, row ? form : { ...form, categoryIds: form.categoryIds ?? [] });
    if (entry === null) return null;
    if (row) {
      const answer = await call('catalogue.change', { key: row.key, entry });
      if (answer.ok) done.current = { key: answer.value.ending === 'done' ? row.key : null };
      return answer.ok ? null : answer.error;
    }
    const answer = await call('catalogue.make', { entry, despiteDouble: double !== null });
    if (!answer.ok) return answer.error;
    if (answer.value.kind === 'double') setDouble(answer.value);
    else done.current = { key: answer.value.kind === 'done' ? answer.value.key : null };
    return null;
  };
  const saved = () => done.current && onDone(done.current.key);
  return { double, save, saved, forget: () => setDouble(null) };
}

export function EntryDialog(props: DialogProps) {
  const { what, row, onClose } = props;
  const { t } = useTranslation();
  const [form, setForm] = useState(() => (row ? formOf(row) : emptyEntry));
  const { double, save, saved, forget } = useSending(props, form);
  const change: Change = (part) => {
    forget();
    setForm((before) => ({ ...before, ...part }));
  };
  return (
    <FormDialog
      title={t(row ? `catalogue.change.${what}` : `catalogue.new.${what}`)}
      action={t(double ? 'catalogue.makeAnother' : row ? 'app.actions.save' : 'catalogue.make')}
      ready={entryOf(what, form) !== null}
      onSave={save}
      onSaved={saved}
      onClose={onClose}
    >
      <TextInput
        label={t(`kept.column.${what}`)}
        required
        data-autofocus
        maxLength={200}
        value={form.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      {what === 'product' && <ProductFields form={form} change={change} />}
      {double && (
        <div className="banner" data-tone="late" role="alert">
          {t(double.key === null ? 'catalogue.doubleAttempt' : 'catalogue.double')}
        </div>
      )}
    </FormDialog>
  );
}
