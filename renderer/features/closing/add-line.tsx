/** A line for what was counted and is not listed. */
import { Button, Group, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { returningKinds } from '#shared/domain/kinds/index.ts';
import type { ClosingDetail, CountLine } from '#shared/contract/closing-day.ts';
import { countSides, lineKey } from '#shared/domain/closing.ts';
import { usualCurrencies } from '#shared/money/currencies.ts';
import { useLocale } from '../../app-store.ts';
import { currencyLabel } from '../../i18n/format.ts';
import { useClosing, type AddedLine } from './store.ts';
import { useLineName, useTypeName } from './texts.tsx';

/** Words that every profile knows. */
const TYPES = ['sale', ...returningKinds].map((kind) => kind.toUpperCase());

type Choice = { value: string; label: string };

/** The lines that can be added, without their currency: sales or returns of a terminal, or else a payment type. */
function useChoices({ countBy, terminals }: ClosingDetail): {
  label: string;
  choices: Choice[];
  lineOf: (value: string, currency: string) => AddedLine;
} {
  const { t } = useTranslation();
  const typeName = useTypeName();
  const lineName = useLineName(terminals);
  if (countBy === 'type')
    return {
      label: t('terminals.column.paymentType'),
      choices: TYPES.map((value) => ({ value, label: typeName(value) })),
      lineOf: (paymentType, currency) => ({ currency, paymentType, terminalId: null, side: null }),
    };
  const names = terminals.flatMap(({ terminalId }) =>
    countSides.map((side) => ({ currency: '', paymentType: null, terminalId, side })),
  );
  return {
    label: t('reports.column.terminal'),
    choices: names.map((name) => ({ value: lineKey(name), label: lineName(name) })),
    lineOf: (value, currency) => {
      const name = names.find((one) => lineKey(one) === value);
      return { currency, paymentType: null, terminalId: name?.terminalId ?? null, side: name?.side ?? null };
    },
  };
}

function LineForm({ closing, lines, onDone }: Props & { onDone: () => void }) {
  const { t } = useTranslation();
  const { language } = useLocale();
  const addLine = useClosing((state) => state.addLine);
  const { label, choices, lineOf } = useChoices(closing);
  const [chosen, setChosen] = useState(choices[0]?.value ?? '');
  const [currency, setCurrency] = useState('EGP');
  const there = lines.some((line) => lineKey(line) === lineKey(lineOf(chosen, currency)));
  return (
    <Group align="flex-end" gap={10}>
      <Select
        size="xs"
        w={220}
        label={label}
        data={choices}
        value={chosen}
        allowDeselect={false}
        onChange={(value) => setChosen(value ?? chosen)}
      />
      <Select
        size="xs"
        w={110}
        label={t('terminals.column.currency')}
        data={[...new Set([...lines.map((line) => line.currency), ...usualCurrencies])].map((value) => ({
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
          addLine(lineOf(chosen, currency));
          onDone();
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

type Props = { closing: ClosingDetail; lines: readonly CountLine[] };

export function AddLine({ closing, lines }: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  if (opened) return <LineForm closing={closing} lines={lines} onDone={() => setOpened(false)} />;
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
}
