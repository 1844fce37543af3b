/** The request of somebody else. This person carries it out with the own PIN, or refuses it with a note. */
import { Alert, Anchor, Button, Loader } from '@mantine/core';
import { IconCircleCheck, IconUsers } from '@tabler/icons-react';
import { useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import { netDifference, leftIn } from '#shared/domain/closing.ts';
import { levelOf } from '#shared/domain/ladder.ts';
import { call } from '../../api/client.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { useAnswer, useAsk } from '../../components/asked.ts';
import { useWhyTwo } from '../../components/authorization.tsx';
import { useLargeDifference } from '../../components/branch-limits.ts';
import { StillMissing } from '../../components/still-missing.tsx';
import { ZName } from '../../components/close-texts.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { LateNote } from '../../components/late.tsx';
import { useLeaves } from '../../components/leaves.ts';
import { MovementDialog } from '../../components/movement-dialog.tsx';
import { MovementEnding } from '../../components/movement-ending.tsx';
import { PinInput } from '../../components/pin-input.tsx';
import { withShortLabels } from '../../components/short-labels.ts';
import { SumLines } from '../../components/sums.tsx';
import { formatTime } from '../../i18n/format.ts';
import { useMay, usePeople } from '../../people-store.ts';
import { DifferenceTable, RequestFacts } from './request-facts.tsx';
import { RequestAmounts } from './request-amounts.tsx';
import { closesDay, placeOf, useApprovalWords, useEndedName } from './texts.ts';
import { isolated } from '../../i18n/isolated.ts';

type EndingProps = { request: ApprovalRequest; onClose: () => void };

/** The number that the close was given, what it leaves to do, and what it comes to. */
function Issued({ request, closingId, onClose }: EndingProps & { closingId: string }) {
  const { t } = useTranslation();
  const mayAcknowledge = useMay('acknowledge').allowed;
  const { value: whole, error } = useAnswer(
    useCallback(() => call('closing.detail', { closingId }), [closingId]),
  );
  const value = whole && withShortLabels(whole);
  const leaves = useLeaves();
  const number = value?.number ?? null;
  const { value: issued } = useAnswer(useCallback(() => call('closing.zs', { closingId }), [closingId]));
  const content = issued?.zs.at(-1)?.content;
  const left = leftIn(content?.terminals ?? []);
  return (
    <div className="stack-12">
      <Done request={request} title={number !== null && <ZName number={number} />} />
      {error && <ErrorNotice error={error} />}
      {left > 0 && (
        <LateNote>
          {leaves(left, value?.sums ?? null)}
          {mayAcknowledge && (
            <>
              {' '}
              <Anchor component={Link} href="/terminals" size="sm" onClick={onClose}>
                {t('operations.ack.start')}
              </Anchor>
            </>
          )}
        </LateNote>
      )}
      {value && (
        <DifferenceTable
          lines={value.lines.flatMap(({ counted: typed, difference, explanation, expected, ...line }) =>
            typed && difference && expected && explanation
              ? [{ ...line, expected, counted: typed, difference, why: explanation }]
              : [],
          )}
          terminals={value.terminals}
        />
      )}
      {value?.sums ? (
        <SumLines sums={value.sums} difference={netDifference(value.lines)} totals={content?.totals} />
      ) : (
        <RequestAmounts request={request} />
      )}
    </div>
  );
}

type DoneProps = {
  request: ApprovalRequest;
  /** What came of it; without it, that it was approved. */
  title?: ReactNode;
  /** That it was approved is known, what came of it is not. */
  open?: boolean;
};

/** Who asked, and that it is approved. */
function Done({ request, title, open = false }: DoneProps) {
  const { t } = useTranslation();
  const nowMs = useNowMs();
  const time = formatTime(request.atMs, nowMs, useLocale());
  return (
    <Alert
      color={open ? 'gray' : 'green'}
      icon={<IconCircleCheck size={20} />}
      title={title ?? t(`people.approvals.${open ? 'approved' : 'done'}`)}
      role="status"
    >
      {open
        ? t('people.approvals.approvedText')
        : t('people.approvals.doneText', { name: isolated(request.requestedBy), time })}
    </Alert>
  );
}

/** The way to what was asked for. */
function Onward({ request, onClose }: EndingProps) {
  const { t } = useTranslation();
  const { href, words } = placeOf(request);
  return (
    href && (
      <Button component={Link} href={href} variant="default" onClick={onClose}>
        {t(`people.approvals.${words}`)}
      </Button>
    )
  );
}

/** The outcome of a movement is its operation's: approval alone says nothing about it. */
function SentAgain({ request, opId, onClose }: EndingProps & { opId: string }) {
  const { t } = useTranslation();
  const { value, error } = useAnswer(useCallback(() => call('operations.detail', { opId }), [opId]));
  if (error) return <Done request={request} open />;
  if (!value)
    return (
      <span role="status" className="inline-row">
        <Loader size={16} /> {t('people.approvals.looking')}
      </span>
    );
  return <MovementEnding operation={value.operation} done={t('people.approvals.done')} onOpen={onClose} />;
}

/** Everything else than a movement is kept on this PC alone: where the core says that it is done, it is. */
function Ending({ request, onClose }: EndingProps) {
  if (request.kind === 'send-again' && request.operation)
    return <SentAgain request={request} opId={request.operation.opId} onClose={onClose} />;
  return closesDay(request) && request.closing ? (
    <Issued request={request} closingId={request.closing.closingId} onClose={onClose} />
  ) : (
    <Done request={request} />
  );
}

/** What approving leads to, and why it takes a second person. A close that differs begins with the reason; a write-off has it apart, as `why`. */
function useConsequence(request: ApprovalRequest): { consequence: string; why: string | null } {
  const { consequence } = useApprovalWords()(request);
  const { kind, closing, differences, totals } = request;
  const rules = usePeople(({ state }) => state?.rules);
  const writeOff = { action: { do: 'write-off' as const }, amounts: totals.map(({ amount }) => amount) };
  const whyWriteOff = useWhyTwo(writeOff);
  const { action, amounts } = writeOff;
  const isLarge = closesDay(request) && differences.length > 0;
  const limits = useLargeDifference(
    isLarge && closing ? closing.branchKey : null,
    differences.map(({ currency }) => currency),
  );
  const why = useWhyTwo({ action: { do: 'close-with-large-difference' }, amounts: [], limits });
  if (kind === 'write-off' && rules && levelOf(action, { amounts, limits: rules.limits }) === 'L3')
    return { consequence, why: whyWriteOff };
  return { consequence: isLarge ? `${why} ${consequence}` : consequence, why: null };
}

type ApproveProps = { request: ApprovalRequest; onRefuse: () => void; onClose: () => void };

export function ApproveDialog({ request, onRefuse, onClose }: ApproveProps) {
  const { t } = useTranslation();
  const { title, act } = useApprovalWords()(request);
  const { consequence, why } = useConsequence(request);
  const endedName = useEndedName();
  const [pin, setPin] = useState('');
  const { value: done, busy, error, ask } = useAsk();
  const approve = () => {
    setPin('');
    void ask(call('approvals.confirm', { requestId: request.requestId, pin }));
  };
  return (
    <MovementDialog
      onClose={onClose}
      title={title}
      consequence={consequence}
      confirmLabel={act}
      canConfirm={pin !== ''}
      busy={busy}
      errors={[error]}
      size={request.exceptions.length > 1 ? 720 : 600}
      onConfirm={approve}
      ended={done !== null && 'done'}
      endedTitle={endedName(request) ?? undefined}
      onward={done !== null && <Onward request={request} onClose={onClose} />}
      alternative={
        <Button variant="default" disabled={busy} onClick={onRefuse}>
          {t('people.approvals.refuseOpen')}
        </Button>
      }
    >
      {done ? (
        <Ending request={request} onClose={onClose} />
      ) : (
        <>
          {why !== null && (
            <div className="over-limit">
              <IconUsers size={20} aria-hidden />
              <strong>{why}</strong>
            </div>
          )}
          <RequestFacts request={request} />
          {error && <ErrorNotice error={error} />}
          <PinInput label={t('people.field.yourPin')} required w={220} value={pin} onChange={setPin} />
          <StillMissing names={pin === '' ? [t('people.field.yourPin')] : []} />
        </>
      )}
    </MovementDialog>
  );
}
