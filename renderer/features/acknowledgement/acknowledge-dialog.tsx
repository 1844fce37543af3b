/** One terminal: a fresh read, the whole set it would cover, one confirmation; asks again when the set changed. */
import { Alert, Loader } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AckPreparation, Operation } from '#shared/contract/operations.ts';
import type { Terminal } from '#shared/contract/terminals.ts';
import type { Authorization } from '#shared/contract/people.ts';
import { isDone } from '#shared/domain/operation.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { useAnswer } from '../../components/asked.ts';
import { useAuthorization } from '../../components/authorization.tsx';
import { useCounted } from '../../components/counted.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FactRow } from '../../components/fact.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { tellLate, useIsLeft } from '../../components/late-ending.tsx';
import { endedWith, MovementDialog } from '../../components/movement-dialog.tsx';
import { MovementEnding } from '../../components/movement-ending.tsx';
import { NotSummed, useHeldWords, WithAuthorized } from '../../components/sums.tsx';
import { TerminalText } from '../../components/terminal-names.tsx';
import { AgeText, TimeText } from '../../components/time-text.tsx';
import { UnreadableNames } from '../../components/unreadable-rows.tsx';
import { formatCount, formatMoney } from '../../i18n/format.ts';
import { OtherDays, PartFacts } from './covered.tsx';
import { OverUnreadable } from './over-unreadable.tsx';

function Changes({ preparation, changed }: { preparation: AckPreparation; changed: boolean }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { newSinceSeen, goneSinceSeen } = preparation;
  if (newSinceSeen === 0 && goneSinceSeen === 0 && !changed)
    return <div className="muted size-13">{t('operations.ack.sameAsSeen')}</div>;
  return (
    <Alert
      color="orange"
      icon={<IconInfoCircle size={20} />}
      title={changed ? t('operations.ack.changedTitle') : undefined}
      role="status"
    >
      {newSinceSeen > 0 && <div>{t('operations.ack.newSince', counted(newSinceSeen))}</div>}
      {goneSinceSeen > 0 && <div>{t('operations.ack.goneSince', counted(goneSinceSeen))}</div>}
      {changed && <div>{t('operations.ack.changedText')}</div>}
    </Alert>
  );
}

type Props = {
  terminal: Terminal;
  /** The day of the close that it is acknowledged for, if any. */
  businessDate?: string;
  onClose: () => void;
};

/** A person's word that it goes on over rows that cannot be read. */
type Decision = { note: string; authorization: Authorization };

/** What would be acknowledged, read again and again until it stands still, and what came of it. */
function useAcknowledgement({ terminalId, lastReadAtMs }: Terminal) {
  const [seenReadAtMs] = useState(lastReadAtMs);
  const first = useAnswer(
    useCallback(
      () => call('acknowledgement.prepare', { terminalId, seenReadAtMs }),
      [terminalId, seenReadAtMs],
    ),
  );
  /** What took its place, as the set had changed. */
  const [changed, setChanged] = useState<AckPreparation | null>(null);
  const preparation = changed ?? first.value;
  const [error, setError] = useState<AppError | null>(null);
  const [busy, setBusy] = useState(false);
  const [ending, setEnding] = useState<{ operation: Operation; remaining: number | null } | null>(null);
  const isLeft = useIsLeft();
  const confirm = async (overUnreadable: Decision | null) => {
    if (!preparation) return;
    setBusy(true);
    setError(null);
    const { preparationId } = preparation;
    const answer = await call('acknowledgement.confirm', { preparationId, overUnreadable });
    if (isLeft()) return tellLate('acknowledgement', answer);
    setBusy(false);
    if (!answer.ok) return setError(answer.error);
    if (answer.value.kind === 'ended') return setEnding(answer.value);
    setChanged(answer.value.preparation);
  };
  return { preparation, changed: changed !== null, error: error ?? first.error, busy, ending, confirm };
}

/** The set that one confirmation covers. */
function Covered({
  preparation,
  changed,
  businessDate,
}: {
  preparation: AckPreparation;
  changed: boolean;
  businessDate: string | undefined;
}) {
  const { t } = useTranslation();
  const { count, sums, days, unreadable, oldestFirstSeenAtMs, terminalId } = preparation;
  const number = formatCount(count, useLocale());
  const counted = useCounted();
  // Where no row can be read there is no sum, and no "0".
  const isNothingRead = count === 0 && unreadable.length > 0;
  return (
    <>
      {!isNothingRead && (
        <div>
          {unreadable.length === 0 && <div className="muted size-13">{t('terminals.sum.net')}</div>}
          <TotalsText totals={sums.net} strong size={28} />
          <div className="muted">
            {t('terminals.footer.transactions', { count, number })}
            <WithAuthorized sums={sums} count={count} whole />
            {unreadable.length > 0 && (
              <span className="late-text">
                {' · '}
                {t('operations.ack.unreadable.notInIt', counted(unreadable.length))}
              </span>
            )}
          </div>
          <NotSummed totals={sums.notSummed} />
        </div>
      )}
      <dl className="facts">
        {!isNothingRead && <PartFacts sums={sums} />}
        <FactRow name={t('terminals.column.label')}>
          <TerminalText terminalId={terminalId} />
        </FactRow>
        <FactRow name={t('operations.ack.oldest')}>
          <TimeText atMs={oldestFirstSeenAtMs} /> · <AgeText atMs={oldestFirstSeenAtMs} />
        </FactRow>
      </dl>
      {businessDate !== undefined && <OtherDays days={days} businessDate={businessDate} />}
      <Changes preparation={preparation} changed={changed} />
    </>
  );
}

/** The words for what is covered: transactions, or rows where some of them cannot be read. */
function useWords(preparation: AckPreparation | null) {
  const { t } = useTranslation();
  const counted = useCounted();
  const locale = useLocale();
  const heldWords = useHeldWords();
  const { count = 0, unreadable = [], sums } = preparation ?? {};
  const all = counted(count + unreadable.length);
  // Beside a count of more than the net is of, the amount is called the net.
  const isMore = sums !== undefined && heldWords(sums, count) !== null;
  // The button says what it moves.
  const net = (sums?.net ?? []).map(({ amount }) =>
    isMore ? t('operations.ack.net', { amount: formatMoney(amount, locale) }) : formatMoney(amount, locale),
  );
  const withNet = (confirm: string) => [confirm, ...net].join(t('operations.ack.comma'));
  return unreadable.length > 0
    ? {
        confirm: t('operations.ack.confirmRows', all),
        // Where none is in a sum there is nothing that some of them are not in.
        done:
          count === 0
            ? t('operations.ack.doneRows', all)
            : t('operations.ack.doneInNoSum', {
                ...counted(unreadable.length),
                done: t('operations.ack.doneRows', all),
              }),
      }
    : { confirm: withNet(t('operations.ack.confirm', all)), done: t('operations.ack.done', all) };
}

type Ending = { operation: Operation; remaining: number | null };

/** The terminal was read again afterwards, and lists nothing of it: only then it is called acknowledged. */
const isAllDone = ({ operation, remaining }: Ending): boolean => isDone(operation.state) && remaining === 0;

type EndedProps = {
  ending: Ending;
  preparation: AckPreparation | null;
  /** What the gateway was asked for, as done. */
  done: string;
};

/** How it ended: what was acknowledged with what sum, and what is in no sum. */
function Ended({ ending: { operation, remaining }, preparation, done }: EndedProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { count = 0, unreadable = [], sums } = preparation ?? {};
  return (
    <>
      <MovementEnding operation={operation} done={done} isPartly={unreadable.length > 0} />
      {isDone(operation.state) && sums && (
        <dl className="facts" data-testid="acknowledged">
          {count > 0 && (
            <FactRow
              name={
                unreadable.length > 0
                  ? t('operations.ack.inSum')
                  : t('terminals.footer.transactions', counted(count))
              }
            >
              <TotalsText totals={sums.net} strong />
              {unreadable.length > 0 && <> · {t('terminals.footer.transactions', counted(count))}</>}
            </FactRow>
          )}
          {unreadable.length > 0 && (
            <FactRow name={t('operations.ack.inNoSum.name')}>
              <span className="chip wraps" data-tone="late">
                <IconAlertTriangle size={16} />
                {t('operations.ack.inNoSum.rows', counted(unreadable.length))}
              </span>
              <UnreadableNames rows={unreadable} />
            </FactRow>
          )}
          {unreadable.length > 0 && operation.note !== null && (
            <FactRow name={t('operations.reversal.reason')}>
              <bdi>{operation.note}</bdi>
            </FactRow>
          )}
        </dl>
      )}
      {remaining !== null && remaining > 0 && (
        <div role="status">{t('operations.ack.remaining', counted(remaining))}</div>
      )}
    </>
  );
}

export function AcknowledgeDialog({ terminal, businessDate, onClose }: Props) {
  const { t } = useTranslation();
  const { preparation, changed, error, busy, ending, confirm } = useAcknowledgement(terminal);
  const words = useWords(preparation);
  const [note, setNote] = useState('');
  const missing = note.trim() === '' ? [t('operations.ack.unreadable.note')] : [];
  const authorization = useAuthorization({ do: 'acknowledge-unreadable' }, [], null, missing);
  const unreadable = preparation?.unreadable ?? [];
  const mustDecide = unreadable.length > 0;
  const isDecided = note.trim() !== '' && authorization.value !== null;
  // A PIN that is wrong is typed again; after any other error there is nothing to confirm.
  const isOver = error !== null && error.kind !== 'people';
  const act = () => {
    const { value } = authorization;
    void confirm(mustDecide && value ? { note, authorization: value } : null).then(authorization.clear);
  };
  return (
    <MovementDialog
      onClose={onClose}
      title={t('operations.ack.title', { label: terminal.label })}
      consequence={t('operations.ack.consequence')}
      confirmLabel={words.confirm}
      canConfirm={preparation !== null && !isOver && (!mustDecide || isDecided)}
      busy={busy}
      errors={[error]}
      moves
      onConfirm={act}
      ended={endedWith(ending?.operation ?? null)}
      endedTitle={t(ending && isAllDone(ending) ? 'operations.ack.endedDone' : 'operations.ack.ended', {
        label: terminal.label,
      })}
      {...(mustDecide && { size: 640 })}
    >
      {ending ? (
        <Ended ending={ending} preparation={preparation} done={words.done} />
      ) : (
        <>
          {!preparation && !error && (
            <span role="status" className="inline-row">
              <Loader size={16} /> {t('operations.reading')}
            </span>
          )}
          {preparation && !isOver && (
            <Covered preparation={preparation} changed={changed} businessDate={businessDate} />
          )}
          {mustDecide && !isOver && (
            <OverUnreadable rows={unreadable} note={note} onNote={setNote} fields={authorization.fields} />
          )}
          {error && <ErrorNotice error={error} />}
        </>
      )}
    </MovementDialog>
  );
}
