/** Several terminals with a live result table. */
import { Button, Modal, Table } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { addSums } from '#shared/domain/kinds/index.ts';
import { endingOf } from '#shared/domain/operation.ts';
import { isAnswerLost } from '#shared/errors/app-error.ts';
import type { Terminal } from '#shared/contract/terminals.ts';
import { useCounted } from '../../components/counted.ts';
import { useErrorText } from '../../components/error-notice.tsx';
import { useKeptFocus } from '../../components/kept-focus.ts';
import { TotalsText } from '../../components/money-text.tsx';
import type { Tone } from '../../components/state-chip.tsx';
import { EnvironmentLine } from '../../components/movement-dialog.tsx';
import { LostEnding } from '../../components/movement-ending.tsx';
import { daysOfAll, OtherDays, Parts } from './covered.tsx';
import { useMany, type ManyItem, type ManyStep } from './many-store.ts';

const toneOfEnding = {
  done: 'good',
  refused: 'bad',
  'not-sent': 'bad',
  'not-done': 'neutral',
  unknown: 'unknown',
} as const;

function toneOf(step: ManyStep): Tone {
  switch (step.kind) {
    case 'failed':
      return isAnswerLost(step.error) ? 'unknown' : 'bad';
    case 'changed':
      return 'late';
    case 'ended':
      return toneOfEnding[endingOf(step.operation.state)];
    default:
      return 'neutral';
  }
}

/** `over`: what was ready is not sent any more. */
export function StepText({ step, over }: { step: ManyStep; over: boolean }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const errorText = useErrorText();
  const words = () => {
    if (over && (step.kind === 'ready' || step.kind === 'changed')) return t('operations.ending.notSent');
    switch (step.kind) {
      case 'waiting':
      case 'reading':
      case 'ready':
      case 'sending':
        return t(`operations.many.${step.kind}`);
      case 'changed':
        return t('operations.many.changed', counted(step.preparation.count));
      case 'failed':
        return isAnswerLost(step.error) ? t('operations.ending.unknown') : errorText(step.error).title;
      case 'ended':
        switch (endingOf(step.operation.state)) {
          case 'done':
            return t('operations.ack.done', counted(step.count));
          case 'refused':
            return t('operations.ending.refused');
          case 'not-sent':
            return t('operations.ending.notSent');
          case 'not-done':
            return t(`operations.state.${step.operation.state}`);
          case 'unknown':
            return t('operations.ending.unknown');
        }
    }
  };
  return (
    <span className="chip wraps" data-tone={toneOf(step)}>
      {words()}
    </span>
  );
}

const preparationOf = ({ step }: ManyItem) =>
  step.kind === 'ready' || step.kind === 'changed' ? step.preparation : null;

type Props = {
  terminals: Terminal[];
  /** The day of the close that they are acknowledged for, if any. */
  businessDate?: string;
  onClose: () => void;
};

type Ready = readonly NonNullable<ReturnType<typeof preparationOf>>[];
const countOf = (ready: Ready) => ready.reduce((sum, preparation) => sum + preparation.count, 0);

/** Each terminal with the step that it has reached. */
function Items({ items, over }: { items: readonly ManyItem[]; over: boolean }) {
  const { t } = useTranslation();
  return (
    <Table aria-label={t('operations.many.title')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('terminals.column.label')}</Table.Th>
          <Table.Th className="number-cell">{t('terminals.column.count')}</Table.Th>
          <Table.Th className="number-cell">{t('terminals.column.amount')}</Table.Th>
          <Table.Th w={280}>{t('operations.many.result')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item) => (
          <Table.Tr key={item.terminal.terminalId}>
            <Table.Td>{item.terminal.label}</Table.Td>
            <Table.Td className="number-cell">{preparationOf(item)?.count ?? ''}</Table.Td>
            <Table.Td className="number-cell">
              {preparationOf(item) && <TotalsText totals={preparationOf(item)?.sums.net ?? []} />}
            </Table.Td>
            <Table.Td>
              <StepText step={item.step} over={over} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

type SumProps = { ready: Ready; businessDate: string | undefined };

/** The sum of all terminals that can be acknowledged now. */
function Sum({ ready, businessDate }: SumProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const count = countOf(ready);
  const sums = addSums(ready.map((preparation) => preparation.sums));
  return (
    <div>
      {t('operations.many.sum', counted(count))} <TotalsText totals={sums.net} strong />
      <Parts sums={sums} />
      {businessDate !== undefined && <OtherDays days={daysOfAll(ready)} businessDate={businessDate} />}
      <div className="muted">{t('operations.ack.consequence')}</div>
    </div>
  );
}

export function AcknowledgeManyDialog({ terminals, businessDate, onClose }: Props) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { items, phase, prepare, send, stop, stopAsked, leave } = useMany();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void prepare(terminals);
  }, [prepare, terminals]);
  const ready = items.flatMap((item) => preparationOf(item) ?? []);
  const count = countOf(ready);
  const lost = items.flatMap(({ step }) =>
    step.kind === 'failed' && isAnswerLost(step.error) ? step.error : [],
  );
  const sending = phase === 'sending';
  const content = useKeptFocus<HTMLDivElement>(sending || phase === 'ended' ? phase : null);
  const close = () => {
    leave();
    onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      size={760}
      closeOnClickOutside={false}
      closeOnEscape={!sending}
      withCloseButton={!sending}
      title={<strong className="size-16">{t('operations.many.title')}</strong>}
    >
      <div ref={content} tabIndex={-1} className="movement">
        <div className="muted size-13">
          {t('app.movement.on')} <EnvironmentLine />
        </div>
        <Items items={items} over={phase === 'ended'} />
        {lost.map((error) => (
          <LostEnding key={error.code} error={error} onOpen={close} />
        ))}
        {phase === 'confirming' && ready.length > 0 && <Sum ready={ready} businessDate={businessDate} />}
        <div className="dialog-acts">
          {sending ? (
            <Button variant="default" onClick={stop} disabled={stopAsked}>
              {t('operations.many.stop')}
            </Button>
          ) : (
            <Button variant="default" onClick={close} data-autofocus>
              {phase === 'ended' ? t('app.actions.done') : t('app.actions.cancel')}
            </Button>
          )}
          {phase !== 'ended' && (
            <Button
              color="dark"
              disabled={phase !== 'confirming' || ready.length === 0}
              loading={sending}
              onClick={() => void send()}
              data-testid="confirm-movement"
            >
              {t('operations.ack.confirm', counted(count))}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}
