/** Step 2: what is outstanding, by terminal: review and reverse on its page, acknowledge here, or leave it with a reason. */
import { Anchor, Group, Table } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDoorExit, IconListCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ClosingDetail, ClosingTerminal } from '#shared/contract/closing-day.ts';
import type { Terminal } from '#shared/contract/terminals.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../../api/client.ts';
import { useCanMoveMoney, useLocale } from '../../../app-store.ts';
import { ActsHead } from '../../../components/acts-head.tsx';
import { useAmountHead } from '../../../components/amount-head.ts';
import { useCounted } from '../../../components/counted.ts';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { GuardedButton } from '../../../components/guarded-button.tsx';
import { MoneyList, TotalsText } from '../../../components/money-text.tsx';
import { StateChip } from '../../../components/state-chip.tsx';
import { WithAuthorized } from '../../../components/sums.tsx';
import { formatCount } from '../../../i18n/format.ts';
import { useMay } from '../../../people-store.ts';
import { AcknowledgeDialog, AcknowledgeManyDialog } from '../../acknowledgement/index.tsx';
import { LeaveDialog } from '../leave-dialog.tsx';
import { sumOfTotals } from '../selectors.ts';
import { StepFrame } from '../step-frame.tsx';
import { useClosing } from '../store.ts';

/** The terminals as their own list has them, which is what the dialogs ask for; null until they are there. */
function useListedTerminals(closing: ClosingDetail): { listed: Terminal[] | null; error: AppError | null } {
  const [listed, setListed] = useState<Terminal[] | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  useEffect(() => {
    let open = true;
    void call('terminals.list', {}).then((answer) => {
      if (!open) return;
      if (answer.ok) setListed(answer.value.terminals);
      setError(answer.ok ? null : answer.error);
    });
    return () => {
      open = false;
    };
  }, [closing]);
  return { listed, error };
}

function Standing({ terminal }: { terminal: ClosingTerminal }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { outstandingCount, outstandingLeft, unreadable, state } = terminal;
  if (state === 'left-out')
    return (
      <StateChip tone="neutral" icon={<IconDoorExit size={16} />} label={t('closing.read.state.left-out')} />
    );
  if (outstandingLeft)
    return (
      <>
        <StateChip tone="neutral" icon={<IconDoorExit size={16} />} label={t('closing.ack.left')} />
        <div className="muted">
          {t(`closing.leaveReason.${outstandingLeft.reason}`)} · {outstandingLeft.by}
          {outstandingLeft.note !== '' && ` · ${outstandingLeft.note}`}
        </div>
      </>
    );
  if (unreadable.length > 0)
    return (
      <StateChip
        tone="bad"
        icon={<IconAlertTriangle size={16} />}
        label={t('closing.ack.unreadable', counted(unreadable.length))}
      />
    );
  if (outstandingCount === 0)
    return <StateChip tone="good" icon={<IconCheck size={16} />} label={t('closing.ack.nothing')} />;
  // What waits is in the columns beside it.
  return null;
}

/** How many wait on these terminals, and what they come to. */
const waitingOn = (terminals: readonly ClosingTerminal[]) => ({
  ...sumOfTotals(terminals.flatMap(({ outstanding }) => outstanding)),
  count: terminals.reduce((sum, { outstandingCount }) => sum + outstandingCount, 0),
});

/** `summed`: the foot of the table has what they come to. */
function Waiting({ terminals, summed }: { terminals: ClosingTerminal[]; summed: boolean }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { amounts, count } = waitingOn(terminals);
  return (
    <>
      {t('closing.block.outstanding', counted(count))}
      {amounts.length > 0 && !summed && (
        <>
          : <MoneyList values={amounts} />
        </>
      )}
    </>
  );
}

/** True if a row has a state to show: one that waits is told by its figures. */
const hasStanding = ({ outstandingCount, outstandingLeft, unreadable, state }: ClosingTerminal): boolean =>
  state === 'left-out' || outstandingLeft !== null || unreadable.length > 0 || outstandingCount === 0;

/** All rows together, once there are several. */
function SumRow({ closing: { terminals, sums }, withState }: { closing: ClosingDetail; withState: boolean }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { amounts, count } = waitingOn(terminals);
  if (terminals.length < 2) return null;
  return (
    <Table.Tfoot>
      <Table.Tr className="sum-row" data-term="sum">
        <Table.Td>{t('closing.count.allTerminals')}</Table.Td>
        <Table.Td className="number-cell">{formatCount(count, locale)}</Table.Td>
        <Table.Td className="number-cell">
          <MoneyList values={amounts} strong />
        </Table.Td>
        <Table.Td colSpan={withState ? 2 : 1}>
          <WithAuthorized sums={sums} count={count} below />
        </Table.Td>
      </Table.Tr>
    </Table.Tfoot>
  );
}

const StandingCell = (props: { terminal: ClosingTerminal }) => (
  <Table.Td>
    <Standing {...props} />
  </Table.Td>
);

type RowProps = {
  terminal: ClosingTerminal;
  withState: boolean;
  /** `coming` until the list of terminals is there: the button keeps its place. Null for a terminal that is no longer listed. */
  onAcknowledge: (() => void) | 'coming' | null;
};

function TerminalRow({ terminal, withState, onAcknowledge }: RowProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const mayMove = useCanMoveMoney('acknowledge');
  const mayLeave = useMay('close.count');
  const { run, busy } = useClosing();
  const [leaving, setLeaving] = useState(false);
  const { terminalId, label, outstandingCount, outstandingLeft, unreadable, state } = terminal;
  const named = (action: string) => t('app.actions.ofOne', { action, label });
  const waits = outstandingCount > 0 && state !== 'left-out';
  const canAcknowledge = waits || (unreadable.length > 0 && state !== 'left-out');
  return (
    <Table.Tr data-terminal={terminalId}>
      <Table.Td>
        <Anchor component={Link} href={`/terminals/${encodeURIComponent(terminalId)}`} size="sm">
          {label}
        </Anchor>
      </Table.Td>
      <Table.Td className="number-cell">{formatCount(outstandingCount, locale)}</Table.Td>
      <Table.Td className="number-cell">
        <TotalsText totals={terminal.outstanding} />
      </Table.Td>
      {withState && <StandingCell terminal={terminal} />}
      <Table.Td>
        <Group gap={0} justify="flex-end" wrap="nowrap">
          {canAcknowledge && onAcknowledge && !outstandingLeft && (
            <GuardedButton
              guard={mayMove}
              size="compact-sm"
              variant="subtle"
              disabled={onAcknowledge === 'coming'}
              aria-label={named(t('operations.ack.start'))}
              onClick={() => onAcknowledge !== 'coming' && onAcknowledge()}
            >
              {t('operations.ack.start')}
            </GuardedButton>
          )}
          {waits && !outstandingLeft && (
            <GuardedButton
              guard={mayLeave}
              size="compact-sm"
              variant="subtle"
              color="gray"
              disabled={busy !== null}
              aria-label={named(t('closing.ack.leave'))}
              onClick={() => setLeaving(true)}
            >
              {t('closing.ack.leave')}
            </GuardedButton>
          )}
          {outstandingLeft && (
            <GuardedButton
              guard={mayLeave}
              size="compact-sm"
              variant="default"
              disabled={busy !== null}
              aria-label={named(t('closing.ack.takeBack'))}
              onClick={() => void run('closing.leaveOutstanding', { terminalId, leave: null })}
            >
              {t('closing.ack.takeBack')}
            </GuardedButton>
          )}
        </Group>
        {leaving && <LeaveDialog terminal={terminal} what="outstanding" onClose={() => setLeaving(false)} />}
      </Table.Td>
    </Table.Tr>
  );
}

type HeadProps = { amountHead: (name: string) => string; withState: boolean };

function Head({ amountHead, withState }: HeadProps) {
  const { t } = useTranslation();
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{t('terminals.column.label')}</Table.Th>
        <Table.Th className="number-cell">{t('terminals.column.count')}</Table.Th>
        <Table.Th className="number-cell">{amountHead(t('terminals.column.transactionAmount'))}</Table.Th>
        {withState && <Table.Th>{t('terminals.column.state')}</Table.Th>}
        <ActsHead />
      </Table.Tr>
    </Table.Thead>
  );
}

const outstandingIn = ({ terminals }: ClosingDetail) =>
  terminals.flatMap(({ outstanding }) => outstanding.map(({ amount }) => amount));

export function AcknowledgeStep({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const mayMove = useCanMoveMoney('acknowledge');
  const reload = useClosing((state) => state.reload);
  const { listed, error } = useListedTerminals(closing);
  const [acknowledging, setAcknowledging] = useState<Terminal[] | null>(null);
  const waiting = closing.terminals.filter(
    ({ outstandingCount, outstandingLeft, state }) =>
      outstandingCount > 0 && outstandingLeft === null && state !== 'left-out',
  );
  const waitingListed = (listed ?? []).filter(({ terminalId }) =>
    waiting.some((terminal) => terminal.terminalId === terminalId),
  );
  const isAll = waiting.length > 1 && waiting.length === closing.terminals.length;
  const withState = closing.terminals.some(hasStanding);
  const end = () => {
    setAcknowledging(null);
    void reload();
  };
  const [first] = acknowledging ?? [];
  const { className, amountHead } = useAmountHead(outstandingIn(closing));
  return (
    <StepFrame
      closing={closing}
      step="acknowledge"
      may={useMay('close.count')}
      {...(waiting.length > 0 && { answer: <Waiting terminals={waiting} summed={isAll} /> })}
      action={
        waitingListed.length > 0 && (
          <GuardedButton
            guard={mayMove}
            leftSection={<IconListCheck size={16} />}
            onClick={() => setAcknowledging(waitingListed)}
          >
            {t('terminals.actions.acknowledgeMany', counted(waitingListed.length))}
          </GuardedButton>
        )
      }
    >
      {error && <ErrorNotice error={error} />}
      <Table aria-label={t('closing.step.name.acknowledge')} className={`close-table ${className}`}>
        <Head amountHead={amountHead} withState={withState} />
        <Table.Tbody>
          {closing.terminals.map((terminal) => {
            const found = listed?.find(({ terminalId }) => terminalId === terminal.terminalId);
            return (
              <TerminalRow
                key={terminal.terminalId}
                terminal={terminal}
                withState={withState}
                onAcknowledge={
                  found ? () => setAcknowledging([found]) : listed === null && !error ? 'coming' : null
                }
              />
            );
          })}
        </Table.Tbody>
        <SumRow closing={closing} withState={withState} />
      </Table>
      {acknowledging && acknowledging.length > 1 && (
        <AcknowledgeManyDialog terminals={acknowledging} businessDate={closing.businessDate} onClose={end} />
      )}
      {acknowledging?.length === 1 && first && (
        <AcknowledgeDialog terminal={first} businessDate={closing.businessDate} onClose={end} />
      )}
    </StepFrame>
  );
}
