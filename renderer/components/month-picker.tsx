/** A month to choose a day from: arrows move, Enter chooses, Page Up and Page Down turn the month. */
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale, useNowMs } from '../app-store.ts';
import { formatCount, formatDate, localDate } from '../i18n/format.ts';
import { directionOf } from '../i18n/index.ts';
import { addDays, addMonths, dateAfterKey, monthOf, weeksOf } from './calendar-days.ts';
import './month-picker.css';

/** In Egypt, and in Arabic, the week begins on Saturday; so it does here in both languages. */
const WEEK_START = 'saturday';

function MonthHead({ month, onTurn }: { month: string; onTurn: (months: number) => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <div className="month-head">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('closing.calendar.before')}
        onClick={() => onTurn(-1)}
      >
        <IconChevronLeft size={16} className="mirror" />
      </ActionIcon>
      <strong aria-live="polite">{formatDate(`${month}-01`, 'month', locale)}</strong>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('closing.calendar.after')}
        onClick={() => onTurn(1)}
      >
        <IconChevronRight size={16} className="mirror" />
      </ActionIcon>
    </div>
  );
}

type MonthPickerProps = { value: string; onPick: (date: string) => void };

export function MonthPicker({ value, onPick }: MonthPickerProps) {
  const locale = useLocale();
  const today = localDate(useNowMs());
  const [at, setAt] = useState(value === '' ? today : value);
  const grid = useRef<HTMLTableElement>(null);
  const month = monthOf(at);
  useEffect(() => grid.current?.querySelector<HTMLElement>(`[data-date="${at}"]`)?.focus(), [at]);
  const press = (event: KeyboardEvent) => {
    const next = dateAfterKey(at, event.key, WEEK_START, directionOf(locale.language) === 'rtl');
    if (next === null) return;
    event.preventDefault();
    setAt(next);
  };
  const weeks = weeksOf(month, WEEK_START);
  // Any Saturday and the six days after it.
  const weekdays = Array.from({ length: 7 }, (_, index) => addDays('2026-11-21', index));
  return (
    <div className="month">
      <MonthHead month={month} onTurn={(months) => setAt(`${addMonths(month, months)}-01`)} />
      <table ref={grid} onKeyDown={press}>
        <thead>
          <tr>
            {weekdays.map((date) => (
              <th key={date} scope="col" aria-label={formatDate(date, 'weekday', locale)}>
                {formatDate(date, 'weekdayLetter', locale)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, index) => (
            <tr key={week.find((date) => date !== null) ?? index}>
              {week.map((date, day) => (
                <td key={date ?? `none-${day}`}>
                  {date !== null && (
                    <button
                      type="button"
                      data-date={date}
                      tabIndex={date === at ? 0 : -1}
                      aria-label={formatDate(date, 'full', locale)}
                      aria-pressed={date === value}
                      aria-current={date === today ? 'date' : undefined}
                      onClick={() => onPick(date)}
                    >
                      {formatCount(Number(date.slice(8)), locale)}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
