/** Step 6: what the Z will say, and the close itself; without a connection, the provisional one. */
import { Button, Skeleton } from '@mantine/core';
import { IconLock, IconUsers } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import { leftIn } from '#shared/domain/closing.ts';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import { rightsOf } from '#shared/domain/rights.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { absolute } from '#shared/money/money.ts';
import { call } from '../../../api/client.ts';
import { useLocale } from '../../../app-store.ts';
import { useAnswer } from '../../../components/asked.ts';
import { useLargeDifference } from '../../../components/branch-limits.ts';
import { useCounted } from '../../../components/counted.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useLeaves } from '../../../components/leaves.ts';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { MoneyList } from '../../../components/money-text.tsx';
import { MovementDialog } from '../../../components/movement-dialog.tsx';
import { formatDate, formatList } from '../../../i18n/format.ts';
import { WordsLink } from '../../../components/sums.tsx';
import { useMay, usePeople } from '../../../people-store.ts';
import { useApproval } from '../../../components/approval.tsx';
import { useCloseWaits } from '../../approvals/index.tsx';
import { isMissing, useLines } from '../count-lines.ts';
import { Review, ReviewTotals } from '../review.tsx';
import { actOf, countsWithoutReads, differenceOf, firstGap, firstOpenStep, stepOf } from '../selectors.ts';
import { ReasonedButton, StepFrame } from '../step-frame.tsx';
import { useClosing } from '../store.ts';
import { useBlockText, useBranchName } from '../texts.tsx';
import { Provisional, ProvisionalDialog } from './provisional.tsx';
import { isolated } from '../../../i18n/isolated.ts';

type Preview = OutputOf<'closing.preview'>;

function usePreview(closing: ClosingDetail) {
  const may = useMay('close.confirm').allowed;
  const ready = may && stepOf(closing, 'confirm').blocked === null;
  const ask = useCallback(() => call('closing.preview', { closingId: closing.closingId }), [closing]);
  const { value, error } = useAnswer(ready ? ask : null);
  return { preview: ready ? value : null, error: ready ? error : null };
}

/** The limit that lines of this close are above; nothing is asked where none is. */
function useActOf(closing: ClosingDetail) {
  const act = actOf(closing.approvalNeeded[0]);
  const large = closing.lines.filter((line) => line.large);
  const isLarge = act?.action.do === 'close-with-large-difference';
  const limits = useLargeDifference(
    isLarge ? closing.branchKey : null,
    large.map(({ currency }) => currency),
  );
  return act && { ...act, limits };
}

/** What issuing the Z leads to, and what of the close stays as it is. */
function Consequence({ preview }: Pick<DialogProps, 'preview'>) {
  const { t } = useTranslation();
  const leaves = useLeaves();
  const left = preview ? leftIn(preview.terminals) : 0;
  return (
    <>
      {t('closing.confirm.consequence')} {left > 0 && leaves(left, preview?.sums ?? null)}
    </>
  );
}

type DialogProps = { closing: ClosingDetail; preview: Preview | null; onClose: () => void };

/** Asks for no PIN, or for two if something in the close needs a second person. */
function ConfirmDialog({ closing, preview, onClose }: DialogProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const branchName = useBranchName();
  const { issue, busy } = useClosing();
  const [error, setError] = useState<AppError | null>(null);
  const { fields, authorization, complete, clear, alternative, sent, ...approval } = useApproval(
    useActOf(closing),
    { kind: 'close-day', closingId: closing.closingId },
    'close',
  );
  const date = formatDate(closing.businessDate, 'day', locale);
  const confirm = async () => {
    setError(null);
    const answer = await issue('closing.confirm', { authorization });
    clear();
    if (!answer.ok) setError(answer.error);
  };
  return (
    <MovementDialog
      onClose={onClose}
      title={t('closing.confirm.title', { date, branch: branchName(closing) })}
      consequence={<Consequence preview={preview} />}
      confirmLabel={t('closing.confirm.action', { date })}
      canConfirm={complete}
      busy={busy === 'closing.confirm' || approval.asking}
      errors={[error, approval.error]}
      onConfirm={() => void confirm()}
      size={720}
      alternative={alternative}
      ended={sent !== null && 'done'}
    >
      {sent ?? (
        <>
          {preview && <ReviewTotals content={preview} />}
          {error && <ErrorNotice error={error} />}
          {fields}
        </>
      )}
    </MovementDialog>
  );
}

type AnswerProps = { closing: ClosingDetail; preview: Preview; sent: boolean };

/** Whether the count agrees, by how much not, and who else it takes: once that is asked for, the banner above says so. */
function Answer({ closing, preview, sent }: AnswerProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { verdict, lines } = preview;
  const differences = differenceOf(lines);
  const agrees = () => {
    if (verdict === 'agree') return t('closing.confirm.agrees');
    // Only what was never read in full keeps the totals from agreeing.
    const isAllButRows = closing.unread.length > 0 && !closing.terminals.some(({ leftOut }) => leftOut);
    return isAllButRows
      ? t('closing.confirm.uncheckedRows', counted(closing.unread.length))
      : t('closing.confirm.unchecked');
  };
  const isOneSided =
    differences.length > 0 &&
    (differences.every(({ minor }) => minor < 0n) || differences.every(({ minor }) => minor > 0n));
  return (
    <>
      {verdict === 'differ' ? (
        <>
          {isOneSided
            ? t(`closing.confirm.${(differences[0]?.minor ?? 0n) < 0n ? 'short' : 'over'}`)
            : t('closing.confirm.differs')}{' '}
          <span className="late-text">
            <MoneyList values={isOneSided ? differences.map(absolute) : differences} signed={!isOneSided} />
          </span>
        </>
      ) : (
        agrees()
      )}
      {closing.approvalNeeded.length > 0 && !sent && (
        <div className="chip wraps">
          <IconUsers size={16} /> {t('closing.confirm.secondPerson')}
        </div>
      )}
    </>
  );
}

/** What is missing, and the way to the step that it is missing in. */
function NotYet({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const blockText = useBlockText(closing);
  const choose = useClosing((state) => state.choose);
  const gap = firstGap(closing) ?? stepOf(closing, 'confirm').blocked;
  const open = firstOpenStep(closing);
  return (
    <EmptyState
      icon={<IconLock size={28} />}
      title={t(closing.state === 'provisional' ? 'closing.confirm.notFinal' : 'closing.confirm.waitsTitle')}
      text={gap ? blockText(gap) : ''}
      action={
        gap?.reason === 'kinds-not-known' ? (
          <WordsLink />
        ) : (
          <Button onClick={() => choose(open)}>
            {t('closing.step.goTo', { name: t(`closing.step.name.${open}`) })}
          </Button>
        )
      }
    />
  );
}

/** The step that a person who may not close days can do; null where there is none. */
function useOwnStep(closing: ClosingDetail) {
  const may = useMay('close.confirm').allowed;
  const mayCount = useMay('close.count').allowed;
  const open = firstOpenStep(closing);
  return !may && mayCount && open !== 'confirm' ? open : null;
}

/** Shown to a person whose role may not close days: which step they can do first, and who can close the day then. */
function OwnPart({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const blockText = useBlockText(closing);
  const locale = useLocale();
  const people = usePeople(({ state }) => state?.people) ?? [];
  const own = useOwnStep(closing);
  const gap = firstGap(closing);
  const closers = people
    .filter(({ role, hasPin }) => hasPin && rightsOf[role].includes('close.confirm'))
    .map(({ name }) => isolated(name));
  return (
    <>
      {own && gap && gap.reason !== 'not-counted' && `${blockText(gap)}. `}
      {own && `${t('closing.confirm.others')}. `}
      {closers.length > 0 &&
        t(`closing.confirm.${own ? 'whoThen' : 'who'}`, { names: formatList(closers, locale) })}
    </>
  );
}

/** The button that closes the day. A person who may not close days gets a button to the step that they can do. */
function Act({ closing, waits, onStart }: { closing: ClosingDetail; waits: boolean; onStart: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const choose = useClosing((state) => state.choose);
  const may = useMay('close.confirm');
  const own = useOwnStep(closing);
  if (own)
    return (
      <Button onClick={() => choose(own)}>
        {t('closing.step.goTo', { name: t(`closing.step.name.${own}`) })}
      </Button>
    );
  return (
    <ReasonedButton
      reason={may.allowed ? null : may.reason}
      // Until the preview is there the button shows that it waits, so that it does not move.
      loading={waits}
      onClick={onStart}
    >
      {t('closing.confirm.start', { date: formatDate(closing.businessDate, 'day', locale) })}
    </ReasonedButton>
  );
}

export function ConfirmStep({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const { preview, error } = usePreview(closing);
  const may = useMay('close.confirm');
  const sent = useCloseWaits(closing.closingId);
  const [dialog, setDialog] = useState<'confirm' | 'provisional' | null>(null);
  const { blocked } = stepOf(closing, 'confirm');
  const waits = !blocked && may.allowed && !preview && !error;
  const own = useOwnStep(closing);
  const counted = useCounted();
  const toCount = useLines(closing).filter(isMissing).length;
  const end = () => setDialog(null);
  return (
    <StepFrame
      closing={closing}
      step="confirm"
      // Once it is sent for approval the banner above has the one act that is left.
      quiet={(blocked !== null && own === null) || sent}
      {...(!may.allowed && {
        answer: own
          ? own === 'count' && toCount > 0
            ? t('closing.confirm.yoursCount', counted(toCount))
            : t('closing.confirm.yours', { name: t(`closing.step.name.${own}`) })
          : t('closing.confirm.others'),
      })}
      {...(sent && { text: null })}
      {...(preview && { answer: <Answer closing={closing} preview={preview} sent={sent} /> })}
      {...(may.allowed &&
        closing.provisionalBlocked === null &&
        countsWithoutReads(closing) && { answer: t('closing.provisional.answer') })}
      {...(!may.allowed
        ? { text: <OwnPart closing={closing} /> }
        : countsWithoutReads(closing) && { text: t('closing.step.text.provisional') })}
      action={<Act closing={closing} waits={waits} onStart={() => setDialog('confirm')} />}
    >
      {countsWithoutReads(closing) && (
        <Provisional closing={closing} onStart={() => setDialog('provisional')} />
      )}
      {error && <ErrorNotice error={error} />}
      {preview && (
        <Review
          content={preview}
          told
          outstanding={
            new Map(closing.terminals.map(({ terminalId, outstanding }) => [terminalId, outstanding]))
          }
        />
      )}
      {waits && <Skeleton height={220} radius={10} />}
      {blocked && may.allowed && !countsWithoutReads(closing) && <NotYet closing={closing} />}
      {dialog === 'confirm' && <ConfirmDialog closing={closing} preview={preview} onClose={end} />}
      {dialog === 'provisional' && <ProvisionalDialog closing={closing} onClose={end} />}
    </StepFrame>
  );
}
