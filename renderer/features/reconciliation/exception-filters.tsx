/** Filters of exceptions, and in which order they come. */
import { Button, MultiSelect, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ExceptionFilter } from '#shared/contract/reconciliation-items.ts';
import { ageBuckets, exceptionStates, exceptionTypes } from '#shared/domain/reconciliation.ts';
import { typeText } from '../../components/exception-texts.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { emptyFilter, isNarrowed, showsOpenOnly, useExceptions, type ExceptionSort } from './lists.ts';
import { useReconciliation } from './store.ts';

/** In the list of names: everybody is no choice, nobody is the empty name. */
const NOBODY = '-';

type SeveralProps<Value extends string> = {
  label: string;
  width: number;
  values: readonly Value[];
  chosen: Value[];
  word: (value: Value) => string;
  onChange: (chosen: Value[]) => void;
};

function Several<Value extends string>({
  label,
  width,
  values,
  chosen,
  word,
  onChange,
}: SeveralProps<Value>) {
  return (
    <MultiSelect
      size="xs"
      // As wide as what is chosen.
      className="several"
      w={chosen.length === 0 ? width : 'fit-content'}
      miw={width}
      clearable
      aria-label={label}
      placeholder={chosen.length === 0 ? label : ''}
      data={values.map((value) => ({ value, label: word(value) }))}
      value={chosen}
      onChange={(next) => onChange(values.filter((value) => next.includes(value)))}
    />
  );
}

function Owner() {
  const { t } = useTranslation();
  const owners = useReconciliation(({ overview }) => overview?.owners);
  const { query, ask } = useExceptions();
  const { owner } = query.filter;
  return (
    <Select
      size="xs"
      w={112}
      clearable
      aria-label={t('reconciliation.column.owner')}
      placeholder={t('reconciliation.filter.everybody')}
      data={[
        { value: NOBODY, label: t('reconciliation.filter.nobody') },
        ...(owners ?? []).map((name) => ({ value: `=${name}`, label: name })),
      ]}
      value={owner === null ? null : owner === '' ? NOBODY : `=${owner}`}
      onChange={(value) =>
        ask({
          filter: { ...query.filter, owner: value === null ? null : value === NOBODY ? '' : value.slice(1) },
        })
      }
    />
  );
}

export function ExceptionFilters() {
  const { t } = useTranslation();
  const branchNames = useReconciliation(({ overview }) => overview?.branchNames) ?? [];
  const { query, ask } = useExceptions();
  const { comparison, filter, sort } = query;
  const change = (part: Partial<ExceptionFilter>, when?: 'soon') =>
    ask({ filter: { ...filter, ...part } }, when);
  return (
    <div className="toolbar">
      <SearchInput
        label={t('reconciliation.filter.text')}
        width={184}
        value={filter.text}
        onChange={(text) => change({ text }, 'soon')}
      />
      <Several
        label={t('reconciliation.column.type')}
        width={150}
        values={exceptionTypes}
        chosen={filter.types}
        word={(type) => typeText(t, type, comparison)}
        onChange={(types) => change({ types })}
      />
      <Several
        label={t('reconciliation.column.age')}
        width={132}
        values={ageBuckets}
        chosen={filter.ages}
        word={(age) => t(`reconciliation.age.${age}`)}
        onChange={(ages) => change({ ages })}
      />
      <Several
        label={t('reconciliation.column.state')}
        width={150}
        values={exceptionStates}
        chosen={filter.states}
        word={(state) => t(`reconciliation.state.${state}`)}
        onChange={(states) => change({ states })}
      />
      <Owner />
      {branchNames.length > 1 && (
        <Several
          label={t('terminals.column.branch')}
          width={110}
          values={branchNames}
          chosen={filter.branchNames}
          word={(name) => name}
          onChange={(chosen) => change({ branchNames: chosen })}
        />
      )}
      <Select
        size="xs"
        w={118}
        allowDeselect={false}
        aria-label={t('reconciliation.sort.label')}
        data={(['oldest', 'newest', 'largest'] as const).map((value) => ({
          value,
          label: t(`reconciliation.sort.${value}`),
        }))}
        value={sort}
        onChange={(value) => value !== null && ask({ sort: value satisfies ExceptionSort })}
      />
      {(isNarrowed(filter) || !showsOpenOnly(filter)) && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => ask({ filter: emptyFilter })}>
          {t('settlement.filter.clear')}
        </Button>
      )}
    </div>
  );
}
