/** The first and the last day that a list is narrowed to, both included, in the time of this PC. */
import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateField } from './date-field.tsx';
import { dayOf, endOfDayMs, startOfDayMs } from './local-days.ts';

type Span = { readonly fromMs: number | null; readonly toMs: number | null };
type DayRangeProps = Span & { onChange: (change: Partial<Span>) => void };

export function DayRange({ fromMs, toMs, onChange }: DayRangeProps) {
  const { t } = useTranslation();
  return (
    // One beside the other, also where the toolbar has two lines.
    <Group gap={8} wrap="nowrap">
      <DateField
        size="xs"
        w={152}
        leftSectionWidth={48}
        leftSection={<span className="size-12">{t('settlement.filter.fromShort')}</span>}
        aria-label={t('settlement.filter.from')}
        value={dayOf(fromMs)}
        onChange={(day) => onChange({ fromMs: startOfDayMs(day) })}
      />
      <DateField
        size="xs"
        w={140}
        leftSectionWidth={36}
        leftSection={<span className="size-12">{t('settlement.filter.toShort')}</span>}
        aria-label={t('settlement.filter.to')}
        value={dayOf(toMs)}
        onChange={(day) => onChange({ toMs: endOfDayMs(day) })}
      />
    </Group>
  );
}
