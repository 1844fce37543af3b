/** A dialog for an act that takes a reason, and asks for a PIN and a second person if the act needs them. */
import { Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Authorization } from '#shared/contract/people.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { useAsk } from './asked.ts';
import { useApproval, type ApprovalRequest, type ApprovedAct } from './approval.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { MovementDialog } from './movement-dialog.tsx';

type Props = {
  title: string;
  consequence: string;
  confirmLabel: string;
  /** What the reason is called here, and what it is for. */
  label: string;
  description?: string;
  /** Null if nobody has to confirm it. */
  act: ApprovedAct | null;
  about?: 'close' | 'write-off';
  /** What is sent for approval if nobody else is there. */
  requestOf: (reason: string) => ApprovalRequest;
  run: (reason: string, authorization: Authorization | null) => Promise<Result<unknown, AppError>>;
  onClose: () => void;
  children?: ReactNode;
};

export function ApprovedReasonDialog(props: Props) {
  const { act, about = 'close', requestOf, run, onClose, children, ...words } = props;
  const [reason, setReason] = useState('');
  const { busy, error, ask } = useAsk();
  const hasReason = reason.trim() !== '';
  const { fields, authorization, complete, clear, alternative, sent, ...approval } = useApproval(
    act,
    hasReason && !busy ? requestOf(reason) : null,
    about,
    hasReason ? [] : [words.label],
  );
  const confirm = async () => {
    const done = await ask(run(reason, authorization));
    clear();
    if (done) onClose();
  };
  return (
    <MovementDialog
      onClose={onClose}
      title={words.title}
      consequence={words.consequence}
      confirmLabel={words.confirmLabel}
      canConfirm={hasReason && complete}
      busy={busy || approval.asking}
      errors={[error, approval.error]}
      onConfirm={() => void confirm()}
      size={600}
      alternative={alternative}
      ended={sent !== null && 'done'}
    >
      {sent ?? (
        <>
          {children}
          <Textarea
            label={words.label}
            description={words.description}
            required
            maxLength={500}
            autosize
            minRows={1}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {error && <ErrorNotice error={error} />}
          {fields}
        </>
      )}
    </MovementDialog>
  );
}
