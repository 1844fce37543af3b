/** The one line above exceptions: search, which are listed, and in which order. */
import { Button, Select } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ExceptionFilter } from '#shared/contract/reconciliation-items.ts';
import type { ComparisonSummary } from '#shared/contract/reconciliation-overview.ts';
import { exceptionStates } from '#shared/domain/reconciliation.ts';
import { useCounted } from '../../components/counted.ts';
import { SearchInput } from '../../components/search-input.tsx';
import { emptyFilter, isNarrowed, showsOpenOnly, useExceptions, type ExceptionSort } from './lists.ts';
import { useReconciliation } from './store.ts';
import { Choices, FilterPanel, TypeMenu } from './type-menu.tsx';

/** In the list of names: everybody is no choice, nobody is the empty name. */
const NOBODY = '-';

function Owner() {
  const { t } = useTranslation();
  const owners = useReconciliation(({ overview }) => overview?.owners);
  const { query, ask } = useExceptions();
  const { owner } = query.filter;
  return (
    <Select
      size="xs"
      clearable
      // A list outside the panel would close it.
      comboboxProps={{ withinPortal: false }}
      label={t('reconciliation.column.owner')}
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

/** State, owner and branch: asked for less often, so they share a panel. */
function MoreFilters() {
  const { t } = useTranslation();
  const counted = useCounted();
  const branchNames = useReconciliation(({ overview }) => overview?.branchNames) ?? [];
  const { query, ask } = useExceptions();
  const { filter } = query;
  const set = [!showsOpenOnly(filter), filter.owner !== null, filter.branchNames.length > 0].filter(Boolean);
  const change = (part: Partial<ExceptionFilter>) => ask({ filter: { ...filter, ...part } });
  return (
    <FilterPanel
      text={
        set.length === 0
          ? t('reconciliation.filter.more')
          : t('reconciliation.filter.moreSet', counted(set.length))
      }
      label={t('reconciliation.filter.more')}
      narrows={set.length > 0}
      icon={{ leftSection: <IconFilter size={14} /> }}
    >
      <Choices
        legend={t('reconciliation.column.state')}
        choices={exceptionStates.map((value) => ({ value, name: t(`reconciliation.state.${value}`) }))}
        chosen={filter.states}
        onChange={(states) => change({ states })}
      />
      <Owner />
      {branchNames.length > 1 && (
        <Choices
          legend={t('terminals.column.branch')}
          choices={branchNames.map((value) => ({ value, name: value }))}
          chosen={filter.branchNames}
          onChange={(chosen) => change({ branchNames: chosen })}
        />
      )}
    </FilterPanel>
  );
}

export function ExceptionFilters({ summary }: { summary: ComparisonSummary }) {
  const { t } = useTranslation();
  const { query, ask } = useExceptions();
  const { filter, sort } = query;
  return (
    <div className="toolbar">
      <SearchInput
        label={t('reconciliation.filter.text')}
        width={220}
        value={filter.text}
        onChange={(text) => ask({ filter: { ...filter, text } }, 'soon')}
      />
      <TypeMenu summary={summary} />
      <MoreFilters />
      <Select
        size="xs"
        w={130}
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
