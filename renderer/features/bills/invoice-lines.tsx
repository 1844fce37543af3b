/** The lines of an invoice as they are typed, and what they add up to. */
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../app-store.ts';
import { formatCount, formatMoney } from '../../i18n/format.ts';
import type { FieldsProps } from './bill-fields.tsx';
import { emptyLine, invoiceTotal, type InvoiceForm, type LineForm } from './bill-form.ts';

type LineProps = {
  line: LineForm;
  number: string;
  onChange: (part: Partial<LineForm>) => void;
  /** Null of the only line. */
  onRemove: (() => void) | null;
};

function Line({ line, number, onChange, onRemove }: LineProps) {
  const { t } = useTranslation();
  return (
    <div className="bill-line">
      {(['description', 'quantity', 'unitPrice'] as const).map((field) => (
        <TextInput
          key={field}
          size="xs"
          aria-label={`${t(`bills.line.${field}`)} ${number}`}
          placeholder={t(`bills.line.${field}`)}
          maxLength={200}
          {...(field !== 'description' && { dir: 'ltr', inputMode: 'decimal' })}
          value={line[field]}
          onChange={(event) => onChange({ [field]: event.currentTarget.value })}
        />
      ))}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('bills.line.remove', { number })}
        disabled={onRemove === null}
        onClick={() => onRemove?.()}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </div>
  );
}

export function Lines({ form, change, wrong }: FieldsProps<InvoiceForm>) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { lines } = form;
  const total = invoiceTotal(form);
  const error = wrong('lines');
  return (
    <div role="group" aria-label={t('bills.line.all')} className="stack-8">
      <span className="size-13">{t('bills.line.all')}</span>
      {lines.map((line, place) => (
        <Line
          key={place}
          line={line}
          number={formatCount(place + 1, locale)}
          onChange={(part) =>
            change({ lines: lines.map((one, at) => (at === place ? { ...one, ...part } : one)) })
          }
          onRemove={lines.length > 1 ? () => change({ lines: lines.filter((_, at) => at !== place) }) : null}
        />
      ))}
      {error && (
        <div className="banner" data-tone="late" role="alert">
          {error}
        </div>
      )}
      <Button
        variant="subtle"
        size="xs"
        className="bill-add"
        leftSection={<IconPlus size={14} />}
        onClick={() => change({ lines: [...lines, emptyLine] })}
      >
        {t('bills.line.add')}
      </Button>
      {total && <div role="status">{t('bills.total', { amount: formatMoney(total, locale) })}</div>}
    </div>
  );
}
