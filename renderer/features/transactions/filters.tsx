/** The filters of a terminal's transactions. */
import { MultiSelect, SegmentedControl, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AmountLimit } from '../../components/amount-limit.tsx';
import { useCounted } from '../../components/counted.ts';
import { SearchInput } from '../../components/search-input.tsx';
import { useTransactions } from './store.ts';

const HOUR_MS = 3_600_000;
const AGES = [1, 4, 12, 24] as const;

export function Filters() {
  const { t } = useTranslation();
  const counted = useCounted();
  const { filter, setFilter, summary } = useTransactions();
  return (
    <div className="toolbar">
      <SearchInput
        label={t('terminals.filter.reference')}
        width={190}
        value={filter.text}
        onChange={(text) => setFilter({ text })}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('terminals.filter.listing')}
        value={filter.listing}
        onChange={(listing) => setFilter({ listing: listing === 'all' ? 'all' : 'outstanding' })}
        data={[
          { value: 'outstanding', label: t('terminals.filter.outstanding') },
          { value: 'all', label: t('terminals.filter.all') },
        ]}
      />
      <MultiSelect
        size="xs"
        w={150}
        clearable
        aria-label={t('terminals.column.paymentType')}
        placeholder={filter.paymentTypes.length === 0 ? t('terminals.column.paymentType') : ''}
        data={summary?.paymentTypes ?? []}
        value={filter.paymentTypes}
        onChange={(paymentTypes) => setFilter({ paymentTypes })}
      />
      <MultiSelect
        size="xs"
        w={150}
        clearable
        aria-label={t('terminals.column.entryMode')}
        placeholder={filter.entryModes.length === 0 ? t('terminals.column.entryMode') : ''}
        data={summary?.entryModes ?? []}
        value={filter.entryModes}
        onChange={(entryModes) => setFilter({ entryModes })}
      />
      <AmountLimit
        label={t('terminals.filter.from')}
        value={filter.minAmount}
        onChange={(minAmount) => setFilter({ minAmount })}
      />
      <AmountLimit
        label={t('terminals.filter.to')}
        value={filter.maxAmount}
        onChange={(maxAmount) => setFilter({ maxAmount })}
      />
      <Select
        size="xs"
        w={120}
        clearable
        aria-label={t('terminals.column.age')}
        placeholder={t('terminals.filter.anyAge')}
        data={AGES.map((hours) => ({
          value: String(hours * HOUR_MS),
          label: t('terminals.filter.olderThan', counted(hours)),
        }))}
        value={filter.minAgeMs === null ? null : String(filter.minAgeMs)}
        onChange={(value) => setFilter({ minAgeMs: value === null ? null : Number(value) })}
      />
    </div>
  );
}
