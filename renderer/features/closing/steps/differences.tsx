/** Step 5: a reason and a note for each line that differs by more than the tolerance. */
import { Button, Select, Textarea } from '@mantine/core';
import { IconCheck, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClosingDetail, CountLine } from '#shared/contract/closing-day.ts';
import { differenceReasons, lineKey, shownOfLine, type DifferenceReason } from '#shared/domain/closing.ts';
import { StillMissing } from '../../../components/still-missing.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Fact } from '../../../components/fact.tsx';
import { GuardedButton } from '../../../components/guarded-button.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { useLocale } from '../../../app-store.ts';
import { formatCount } from '../../../i18n/format.ts';
import { useMay } from '../../../people-store.ts';
import { VerdictChip } from '../closing-state.tsx';
import { isDone } from '../selectors.ts';
import { StepFrame } from '../step-frame.tsx';
import { useClosing } from '../store.ts';
import { Hints } from '../hints.tsx';
import { DifferenceText, useLineName } from '../texts.tsx';

/** `isNext`: the first that waits. Of the others only one that was begun says what it still needs. */
function Explain({ line, isNext }: { line: CountLine; isNext: boolean }) {
  const { t } = useTranslation();
  const { run, busy } = useClosing();
  const may = useMay('close.count');
  const [reason, setReason] = useState<DifferenceReason | null>(line.explanation?.reason ?? null);
  const [note, setNote] = useState(line.explanation?.note ?? '');
  const same = line.explanation?.reason === reason && line.explanation.note === note.trim();
  const missing = [
    ...(reason === null ? [t('closing.column.reason')] : []),
    ...(note.trim() === '' ? [t('closing.column.note')] : []),
  ];
  const save = () => {
    if (reason === null) return;
    const { currency, paymentType, terminalId, side } = line;
    void run('closing.explain', { currency, paymentType, terminalId, side, reason, note });
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
        variant={line.explanation ? 'default' : 'filled'}
        loading={busy === 'closing.explain'}
        disabled={same || missing.length > 0}
      >
        {t('closing.differences.save')}
      </GuardedButton>
      {missing.length > 0 && (isNext || reason !== null || note.trim() !== '') && (
        <StillMissing names={missing} />
      )}
    </form>
  );
}

/** How many slips more or fewer than transactions. */
function SlipsFact({ slips, count }: Pick<CountLine, 'slips' | 'count'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (slips === null || slips.counted === null || slips.counted === count) return null;
  return (
    <Fact label={t('closing.column.slips')}>
      {t('closing.step.figure', {
        ready: formatCount(slips.counted, locale),
        total: formatCount(count ?? 0, locale),
      })}
    </Fact>
  );
}

type LineProps = { line: CountLine; closing: ClosingDetail; isNext: boolean };

function Line({ line, closing, isNext }: LineProps) {
  const { t } = useTranslation();
  const lineName = useLineName(closing.terminals);
  const { verdict } = line;
  const [expected, counted, difference] = [line.expected, line.counted, line.difference].map(
    (amount) => amount && shownOfLine(line, amount),
  );
  return (
    <li className="card difference" data-line={lineKey(line)}>
      <div className="difference-head">
        <strong>{lineName(line)}</strong>
        {verdict && <VerdictChip verdict={verdict} />}
        {line.large && (
          <span className="chip">
            <IconUsers size={16} /> {t('closing.differences.large')}
          </span>
        )}
      </div>
      <div className="difference-facts">
        <Fact label={t('closing.column.counted')}>{counted && <MoneyText value={counted} />}</Fact>
        <span className="fact-sign" aria-hidden>
          −
        </span>
        <Fact label={t('closing.column.expected')}>{expected && <MoneyText value={expected} />}</Fact>
        <span className="fact-sign" aria-hidden>
          =
        </span>
        <Fact label={t('closing.column.difference')}>
          {difference && <DifferenceText value={difference} strong size={20} />}
        </Fact>
        <SlipsFact {...line} />
      </div>
      <Hints line={line} />
      {verdict === 'to-explain' && line.hints.length === 0 && (
        <p className="muted">
          {t(closing.countBy === 'terminal' ? 'closing.hint.noneTerminal' : 'closing.hint.noneType')}
        </p>
      )}
      {(verdict === 'to-explain' || verdict === 'explained') && <Explain line={line} isNext={isNext} />}
    </li>
  );
}

export function DifferencesStep({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const choose = useClosing((state) => state.choose);
  const differing = closing.lines.filter(({ verdict }) => verdict !== null && verdict !== 'agrees');
  const may = useMay('close.count');
  const next = differing.find(({ verdict }) => verdict === 'to-explain');
  const done = isDone(closing, 'differences');
  return (
    <StepFrame
      closing={closing}
      step="differences"
      may={may}
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
            <Line
              key={`${lineKey(line)}-${line.explanation?.atMs ?? 0}`}
              line={line}
              closing={closing}
              isNext={line === next}
            />
          ))}
        </ul>
      )}
    </StepFrame>
  );
}
