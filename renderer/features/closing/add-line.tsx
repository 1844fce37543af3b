/** A line for what was counted and is not listed. */
import { Button, Group, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { returningKinds } from '#shared/domain/kinds/index.ts';
import type { CountLine } from '#shared/contract/closing-day.ts';
import { useLocale } from '../../app-store.ts';
import { currencyLabel } from '../../i18n/format.ts';
import { lineKey } from './selectors.ts';
import { useClosing } from './store.ts';
import { useTypeName } from './words.tsx';

/** Words that every profile knows. */
const TYPES = ['sale', ...returningKinds].map((kind) => kind.toUpperCase());
const FIRST = TYPES[0] ?? '';
const CURRENCIES = ['EGP', 'USD', 'EUR', 'SAR', 'AED'];

export function AddLine({ lines }: { lines: readonly CountLine[] }) {
  const { t } = useTranslation();
  const { language } = useLocale();
  const typeName = useTypeName();
  const addLine = useClosing((state) => state.addLine);
  const [opened, setOpened] = useState(false);
  const [paymentType, setPaymentType] = useState(FIRST);
  const [currency, setCurrency] = useState('EGP');
  const there = lines.some((line) => lineKey(line) === lineKey({ currency, paymentType }));
  if (!opened)
    return (
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={() => setOpened(true)}
        >
          {t('closing.count.addLine')}
        </Button>
      </div>
    );
  return (
    <Group align="flex-end" gap={10}>
      <Select
        size="xs"
        w={160}
        label={t('terminals.column.paymentType')}
        data={TYPES.map((value) => ({ value, label: typeName(value) }))}
        value={paymentType}
        allowDeselect={false}
        onChange={(value) => setPaymentType(value ?? FIRST)}
      />
      <Select
        size="xs"
        w={110}
        label={t('terminals.column.currency')}
        data={[...new Set([...lines.map((line) => line.currency), ...CURRENCIES])].map((value) => ({
          value,
          label: currencyLabel(value, language),
        }))}
        value={currency}
        allowDeselect={false}
        onChange={(value) => setCurrency(value ?? 'EGP')}
      />
      <Button
        size="xs"
        variant="default"
        disabled={there}
        onClick={() => {
          addLine({ currency, paymentType });
          setOpened(false);
        }}
      >
        {t('closing.count.add')}
      </Button>
      {there && (
        <span className="muted" role="status">
          {t('closing.count.alreadyThere')}
        </span>
      )}
    </Group>
  );
}
