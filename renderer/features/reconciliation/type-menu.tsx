/** Which types and ages are listed: each with how many there are and their sum, behind one control. */
import { Button, Checkbox, Popover, type ButtonProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComparisonSummary } from '#shared/contract/reconciliation-overview.ts';
import type { Money } from '#shared/money/money.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { typeText } from '../../components/exception-texts.tsx';
import { MoneyList } from '../../components/money-text.tsx';
import { formatList } from '../../i18n/format.ts';
import { choicesOf } from './counts.ts';
import { useExceptions } from './lists.ts';

type Choice<Value extends string> = {
  value: Value;
  name: string;
  count?: number;
  concerned?: Money[];
};
type ChoicesProps<Value extends string> = {
  legend: string;
  choices: readonly Choice<Value>[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
};

/** Several can be chosen; none is all. */
export function Choices<Value extends string>({ legend, choices, chosen, onChange }: ChoicesProps<Value>) {
  const counted = useCounted();
  const values = choices.map(({ value }) => value);
  return (
    <fieldset className="filter-choices">
      <legend>{legend}</legend>
      {choices.map(({ value, name, count, concerned }) => (
        <Checkbox
          key={value}
          size="xs"
          checked={chosen.includes(value)}
          onChange={() => onChange(values.filter((other) => chosen.includes(other) !== (other === value)))}
          label={
            <span className="filter-choice">
              <bdi>{name}</bdi>
              {count !== undefined && <strong>{counted(count).number}</strong>}
              {concerned && <MoneyList values={concerned} />}
            </span>
          }
        />
      ))}
    </fieldset>
  );
}

type PanelProps = {
  /** What stands on the control. */
  text: string;
  label: string;
  narrows: boolean;
  icon: Pick<ButtonProps, 'leftSection' | 'rightSection'>;
  children: ReactNode;
};

/** A control of the toolbar that opens a panel of choices. */
export const FilterPanel = ({ text, label, narrows, icon, children }: PanelProps) => (
  <Popover position="bottom-start" trapFocus returnFocus>
    <Popover.Target>
      <Button
        size="xs"
        variant="default"
        className="filter-control"
        data-narrows={narrows || undefined}
        {...icon}
      >
        {text}
      </Button>
    </Popover.Target>
    <Popover.Dropdown aria-label={label} className="filter-menu">
      {children}
    </Popover.Dropdown>
  </Popover>
);

export function TypeMenu({ summary }: { summary: ComparisonSummary }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { query, ask } = useExceptions();
  const { filter } = query;
  const { types, ages } = choicesOf(summary, filter);
  const named = {
    types: types.map(({ type, ...group }) => ({
      ...group,
      value: type,
      name: typeText(t, type, summary.comparison),
    })),
    ages: ages.map(({ age, ...group }) => ({
      ...group,
      value: age,
      name: t(`reconciliation.groups.age.${age}`),
    })),
  };
  const chosen = [
    ...named.types.filter(({ value }) => filter.types.includes(value)),
    ...named.ages.filter(({ value }) => filter.ages.includes(value)),
  ].map(({ name }) => name);
  return (
    <FilterPanel
      text={chosen.length > 0 ? formatList(chosen, locale) : t('reconciliation.groups.all')}
      label={t('reconciliation.groups.all')}
      narrows={chosen.length > 0}
      icon={{ rightSection: <IconChevronDown size={14} /> }}
    >
      <Choices
        legend={t('reconciliation.column.type')}
        choices={named.types}
        chosen={filter.types}
        onChange={(next) => ask({ filter: { ...filter, types: next } })}
      />
      <Choices
        legend={t('reconciliation.column.age')}
        choices={named.ages}
        chosen={filter.ages}
        onChange={(next) => ask({ filter: { ...filter, ages: next } })}
      />
    </FilterPanel>
  );
}
