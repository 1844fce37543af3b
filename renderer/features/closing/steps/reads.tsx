/** Step 1: a fresh read of every terminal, or a reason why one stays out. */
import { Alert, Group, Table } from '@mantine/core';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClosingDetail, ClosingTerminal } from '#shared/contract/closing-day.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { useLocale, useStatus } from '../../../app-store.ts';
import { ActsHead } from '../../../components/acts-head.tsx';
import { useCounted } from '../../../components/counted.ts';
import { useErrorText } from '../../../components/error-notice.tsx';
import { GuardedButton } from '../../../components/guarded-button.tsx';
import { IdText } from '../../../components/id-text.tsx';
import { NotSummed } from '../../../components/sums.tsx';
import { TotalsText } from '../../../components/money-text.tsx';
import { AgeText } from '../../../components/time-text.tsx';
import { formatTimeIn } from '../../../i18n/format.ts';
import { useMay } from '../../../people-store.ts';
import { TerminalReadChip } from '../closing-state.tsx';
import { LeaveDialog } from '../leave-dialog.tsx';
import { StepFrame } from '../step-frame.tsx';
import { stepOf } from '../selectors.ts';
import { NotKnownNet } from './provisional.tsx';
import { useClosing } from '../store.ts';

/** Several terminals that were not read for the same reason, which is said once. */
const sharedError = ({ terminals }: ClosingDetail): AppError | null => {
  const errors = terminals.flatMap(({ state, error }) => (state === 'failed' && error ? [error] : []));
  const [first] = errors;
  return first && errors.length > 1 && errors.every(({ code }) => code === first.code) ? first : null;
};

function SharedError({ error }: { error: AppError }) {
  const { t } = useTranslation();
  const { title, next } = useErrorText()(error);
  return <p className="muted">{t('closing.read.sameError', { error: `${title} ${next}` })}</p>;
}

/** True if the last whole read was before this close began. */
const isBefore = ({ lastReadAtMs }: ClosingTerminal, { begun }: ClosingDetail): boolean =>
  lastReadAtMs === null || lastReadAtMs < begun.atMs;

/** A terminal that was not read in this close shows the time of its last reading: its state says that it was before. */
function LastRead({ terminal, closing }: TerminalProps) {
  const { lastReadAtMs } = terminal;
  const locale = useLocale();
  const { timeZone, businessDate } = closing;
  if (lastReadAtMs === null) return <AgeText atMs={lastReadAtMs} />;
  const before = isBefore(terminal, closing);
  return (
    <bdi className={before ? 'muted' : undefined}>
      {formatTimeIn(timeZone, lastReadAtMs, businessDate, locale)}
    </bdi>
  );
}

type TerminalProps = { terminal: ClosingTerminal; closing: ClosingDetail };

/** False if all terminals were read in the same minute: the head of the page then says it once. */
function useTimesDiffer({ terminals, timeZone, businessDate }: ClosingDetail): boolean {
  const locale = useLocale();
  const times = terminals.map(
    ({ lastReadAtMs }) => lastReadAtMs && formatTimeIn(timeZone, lastReadAtMs, businessDate, locale),
  );
  return times.length < 2 || new Set(times).size > 1;
}

function Why({ terminal, closing }: TerminalProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  if (terminal.leftOut) {
    const { reason, note, by } = terminal.leftOut;
    return (
      <div className="muted">
        {t(`closing.leaveReason.${reason}`)} · {by}
        {note !== '' && ` · ${note}`}
      </div>
    );
  }
  if (terminal.movedTo)
    return (
      <div className="muted">
        {t('closing.read.movedTo', { branch: terminal.movedTo.branchName ?? terminal.movedTo.branchKey })}
      </div>
    );
  if (!terminal.error || sharedError(closing)) return null;
  const { title, next } = errorText(terminal.error);
  return (
    <div className="muted">
      {title} {next}
    </div>
  );
}

/** `readable`: without a connection no terminal can be read, and one read in this close needs it no more. */
type RowActsProps = { terminal: ClosingTerminal; fixed: boolean; readable: boolean; onLeave: () => void };

function RowActs({ terminal: { terminalId, label, state }, fixed, readable, onLeave }: RowActsProps) {
  const { t } = useTranslation();
  const { run, busy } = useClosing();
  const may = useMay('close.count');
  const named = (action: string) => t('app.actions.ofOne', { action, label });
  return (
    <Group gap={8} justify="flex-end" wrap="nowrap">
      {state === 'left-out' ? (
        <GuardedButton
          guard={may}
          size="compact-sm"
          variant="subtle"
          color="gray"
          disabled={fixed || busy !== null}
          aria-label={named(t('closing.read.takeIn'))}
          onClick={() => void run('closing.leaveOut', { terminalId, leave: null })}
        >
          {t('closing.read.takeIn')}
        </GuardedButton>
      ) : (
        <>
          {readable && (
            <GuardedButton
              guard={may}
              size="compact-sm"
              variant="subtle"
              color="gray"
              disabled={busy !== null || state === 'reading'}
              aria-label={named(t('terminals.row.read'))}
              onClick={() => void run('closing.read', { terminalIds: [terminalId] })}
            >
              {t('terminals.row.read')}
            </GuardedButton>
          )}
          {state !== 'read' && !fixed && (
            <GuardedButton
              guard={may}
              size="compact-sm"
              variant="subtle"
              color="gray"
              disabled={busy !== null || state === 'reading'}
              aria-label={named(t('closing.read.leaveOut'))}
              onClick={onLeave}
            >
              {t('closing.read.leaveOut')}
            </GuardedButton>
          )}
        </>
      )}
    </Group>
  );
}

function TerminalRow({ terminal, closing, timed }: TerminalProps & { timed: boolean }) {
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState(false);
  const { terminalId, label, state, left, leftNotSummed } = terminal;
  const fixed = closing.frozenAtMs !== null;
  const offline = useStatus()?.connection.state === 'offline';
  return (
    <Table.Tr data-terminal={terminalId} data-state={state}>
      <Table.Td>
        <bdi>{label}</bdi>
        {closing.terminals.filter((one) => one.label === label).length > 1 && (
          <div className="muted size-12">
            <IdText value={terminalId} />
          </div>
        )}
      </Table.Td>
      <Table.Td>
        <TerminalReadChip
          state={state}
          told={sharedError(closing) !== null}
          again={!isBefore(terminal, closing)}
        />
        <Why terminal={terminal} closing={closing} />
        {state === 'left-out' && left.length > 0 && (
          <div className="muted">
            {t('closing.read.left')} <TotalsText totals={left} />
          </div>
        )}
        {state === 'left-out' && <NotSummed totals={leftNotSummed} />}
      </Table.Td>
      {timed && (
        <Table.Td>
          <LastRead terminal={terminal} closing={closing} />
        </Table.Td>
      )}
      <Table.Td>
        <RowActs
          terminal={terminal}
          fixed={fixed}
          readable={!offline && state !== 'read'}
          onLeave={() => setLeaving(true)}
        />
        {leaving && <LeaveDialog terminal={terminal} what="terminal" onClose={() => setLeaving(false)} />}
      </Table.Td>
    </Table.Tr>
  );
}

/** Without a connection the day can be counted now and finished later; nothing is acknowledged then. */
function useWithoutConnection(closing: ClosingDetail): 'offline' | 'offered' | null {
  const offline = useStatus()?.connection.state === 'offline';
  const failing = closing.terminals.some(({ state }) => state === 'failed');
  if (closing.state !== 'open' || closing.frozenAtMs !== null || stepOf(closing, 'reads').done) return null;
  return offline ? 'offline' : failing ? 'offered' : null;
}

function CountNow({ main }: { main: boolean }) {
  const { t } = useTranslation();
  const { run, choose, busy } = useClosing();
  const may = useMay('close.count');
  const start = () =>
    void run('closing.freeze', { provisional: true }).then((ok) => {
      if (ok) choose('count');
    });
  return (
    <GuardedButton guard={may} variant={main ? 'filled' : 'default'} disabled={busy !== null} onClick={start}>
      {t('closing.provisional.offer')}
    </GuardedButton>
  );
}

function Head({ timed }: { timed: boolean }) {
  const { t } = useTranslation();
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{t('terminals.column.label')}</Table.Th>
        <Table.Th>{t('closing.column.result')}</Table.Th>
        {timed && <Table.Th>{t('terminals.column.read')}</Table.Th>}
        <ActsHead />
      </Table.Tr>
    </Table.Thead>
  );
}

export function ReadsStep({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { run, busy } = useClosing();
  const may = useMay('close.count');
  const without = useWithoutConnection(closing);
  // Without a connection the provisional count is the way on.
  const offline = without === 'offline';
  const shared = sharedError(closing);
  const timed = useTimesDiffer(closing);
  const unread = closing.terminals
    .filter(({ state }) => state !== 'read' && state !== 'left-out')
    .map(({ terminalId }) => terminalId);
  const some = unread.length > 0 && closing.terminals.some(({ state }) => state === 'read');
  return (
    <StepFrame
      closing={closing}
      step="reads"
      {...(offline ? { answer: t('closing.provisional.offlineTitle'), text: null } : { may })}
      action={
        <>
          {offline && <CountNow main />}
          <GuardedButton
            guard={may}
            variant={offline ? 'subtle' : 'filled'}
            leftSection={<IconRefresh size={16} />}
            loading={busy === 'closing.read'}
            disabled={busy !== null}
            onClick={() => void run('closing.read', some ? { terminalIds: unread } : {})}
          >
            {offline
              ? t('closing.read.tryAgain')
              : some
                ? t('closing.read.some', counted(unread.length))
                : t('closing.read.all')}
          </GuardedButton>
          {without === 'offered' && <CountNow main={false} />}
        </>
      }
    >
      {without && (
        <Alert
          color="gray"
          icon={<IconCloudOff size={20} />}
          title={offline ? null : t('closing.provisional.offerTitle')}
        >
          {t('closing.provisional.offerText')}
          <NotKnownNet closing={closing} />
        </Alert>
      )}
      {shared && !offline && <SharedError error={shared} />}
      <Table
        aria-label={t('closing.step.name.reads')}
        className="close-table reads-table"
        verticalSpacing={5}
      >
        <Head timed={timed} />
        <Table.Tbody>
          {closing.terminals.map((terminal) => (
            <TerminalRow key={terminal.terminalId} terminal={terminal} closing={closing} timed={timed} />
          ))}
        </Table.Tbody>
      </Table>
    </StepFrame>
  );
}
