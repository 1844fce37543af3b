/** Step 5: a reason and a note for each line that differs by more than the tolerance. */
import { Button, Select, Textarea } from '@mantine/core';
import { IconCheck, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClosingDetail, CountLine } from '#shared/contract/closing-day.ts';
import { differenceReasons, type DifferenceReason } from '#shared/domain/closing.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Fact } from '../../../components/fact.tsx';
import { GuardedButton } from '../../../components/guarded-button.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { useMay } from '../../../people-store.ts';
import { VerdictChip } from '../closing-state.tsx';
import { isDone, lineKey } from '../selectors.ts';
import { StepFrame } from '../step-frame.tsx';
import { useClosing } from '../store.ts';
import { DifferenceText, useTypeName } from '../words.tsx';

function Explain({ line }: { line: CountLine }) {
  const { t } = useTranslation();
  const { run, busy } = useClosing();
  const may = useMay('close.count');
  const [reason, setReason] = useState<DifferenceReason | null>(line.explanation?.reason ?? null);
  const [note, setNote] = useState(line.explanation?.note ?? '');
  const same = line.explanation?.reason === reason && line.explanation.note === note.trim();
  const save = () => {
    if (reason === null) return;
    const { currency, paymentType } = line;
    void run('closing.explain', { currency, paymentType, reason, note });
  };
  return (
    <form
      className="explain"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Select
        label={t('closing.column.reason')}
        placeholder={t('closing.chooseReason')}
        required
        data={differenceReasons.map((value) => ({ value, label: t(`closing.differenceReason.${value}`) }))}
        value={reason}
        onChange={(value) => setReason(value)}
      />
      <Textarea
        label={t('closing.column.note')}
        required
        maxLength={500}
        autosize
        minRows={1}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <GuardedButton
        guard={may}
        type="submit"
        variant="default"
        loading={busy === 'closing.explain'}
        disabled={same || reason === null || note.trim() === ''}
      >
        {t('closing.differences.save')}
      </GuardedButton>
    </form>
  );
}

function Line({ line }: { line: CountLine }) {
  const { t } = useTranslation();
  const typeName = useTypeName();
  const { expected, counted, difference, verdict } = line;
  return (
    <li className="card difference" data-line={lineKey(line)}>
      <div className="difference-head">
        <strong>{typeName(line.paymentType)}</strong>
        {verdict && <VerdictChip verdict={verdict} />}
        {line.large && (
          <span className="chip" data-tone="late">
            <IconUsers size={16} /> {t('closing.differences.large')}
          </span>
        )}
      </div>
      <div className="difference-facts">
        <Fact label={t('closing.column.expected')}>{expected && <MoneyText value={expected} />}</Fact>
        <Fact label={t('closing.column.counted')}>{counted && <MoneyText value={counted} />}</Fact>
        <Fact label={t('closing.column.difference')}>
          {difference && <DifferenceText value={difference} strong />}
        </Fact>
      </div>
      {(verdict === 'to-explain' || verdict === 'explained') && <Explain line={line} />}
    </li>
  );
}

export function DifferencesStep({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const choose = useClosing((state) => state.choose);
  const differing = closing.lines.filter(({ difference }) => difference !== null && difference.minor !== 0n);
  const done = isDone(closing, 'differences');
  return (
    <StepFrame
      closing={closing}
      step="differences"
      action={
        differing.length > 0 && (
          <Button variant="default" onClick={() => choose('count')}>
            {t('closing.differences.recount')}
          </Button>
        )
      }
    >
      {differing.length === 0 ? (
        <EmptyState
          icon={<IconCheck size={28} />}
          title={done ? t('closing.differences.noneTitle') : t('closing.differences.notYetTitle')}
          text={done ? t('closing.differences.noneText') : t('closing.differences.notYetText')}
        />
      ) : (
        <ul className="differences">
          {differing.map((line) => (
            <Line key={`${lineKey(line)}-${line.explanation?.atMs ?? 0}`} line={line} />
          ))}
        </ul>
      )}
    </StepFrame>
  );
}
