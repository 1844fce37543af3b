/** The one field for a day: typed as dd/mm/yyyy in either digits, or chosen from a month. */
import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '#shared/time/business-date.ts';
import { typedDateToIso } from '#shared/text/typed-date.ts';
import { useLocale } from '../app-store.ts';
import { formatTypedDate } from '../i18n/format.ts';
import { MonthPicker } from './month-picker.tsx';

type DateFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'rightSection' | 'placeholder'> & {
  /** "2026-11-24", or empty. */
  value: string;
  /** Gets an empty text while what stands in the field is no day. */
  onChange: (date: string) => void;
};

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

function MonthButton({
  value,
  disabled,
  onPick,
}: {
  value: string;
  disabled: boolean;
  onPick: (date: string) => void;
}) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('app.date.open')}
          disabled={disabled}
          onClick={() => setOpened(!opened)}
        >
          <IconCalendar size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <MonthPicker
          value={value}
          onPick={(date) => {
            onPick(date);
            setOpened(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

export function DateField({ value, onChange, error, onKeyDown, onBlur, ...rest }: DateFieldProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [text, setText] = useState(() => formatTypedDate(value, locale));
  const [left, setLeft] = useState(false);
  // The field was set from outside: what was typed does not say this day.
  const written = formatTypedDate(value, locale);
  const [known, setKnown] = useState({ value, written });
  if (known.value !== value || known.written !== written) {
    setKnown({ value, written });
    // The same day in other digits is written anew, too.
    if ((typedDateToIso(text) ?? '') !== value || known.value === value) setText(written);
  }
  const isWrong = left && text.trim() !== '' && typedDateToIso(text) === null;
  const take = (date: string) => {
    setText(formatTypedDate(date, locale));
    onChange(date);
  };
  return (
    <TextInput
      {...rest}
      classNames={{ input: 'date-input' }}
      inputMode="numeric"
      autoComplete="off"
      placeholder={t('app.date.placeholder')}
      error={error ?? (isWrong && t('app.date.wrong'))}
      value={text}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        setLeft(false);
        const date = typedDateToIso(typed) ?? '';
        // While this text is no date, the form cannot be sent.
        event.currentTarget.setCustomValidity(typed.trim() !== '' && date === '' ? t('app.date.wrong') : '');
        if (date !== value) onChange(date);
      }}
      onKeyDown={(event) => {
        const step = STEPS[event.key];
        if (step !== undefined && value !== '') {
          event.preventDefault();
          take(addDays(value, step));
        }
        onKeyDown?.(event);
      }}
      onBlur={(event) => {
        setLeft(true);
        if (typedDateToIso(text) !== null) setText(formatTypedDate(value, locale));
        onBlur?.(event);
      }}
      rightSection={<MonthButton value={value} disabled={rest.disabled ?? false} onPick={take} />}
    />
  );
}
