/** A dialog of a close that takes a reason, and asks for a second person if the act needs one. */
import { Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Authorization } from '#shared/contract/people.ts';
import type { ApprovedAct } from '#shared/domain/closing.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { MovementDialog } from '../../components/movement-dialog.tsx';
import { useApproval, type CloseRequest } from './approval.tsx';

type Props = {
  title: string;
  consequence: string;
  confirmLabel: string;
  /** What the reason is called here, and what it is for. */
  label: string;
  description?: string;
  /** Null if one person is enough. */
  act: ApprovedAct | null;
  /** What is sent for approval if nobody else is there. */
  requestOf: (reason: string) => CloseRequest;
  run: (reason: string, authorization: Authorization | null) => Promise<Result<unknown, AppError>>;
  onClose: () => void;
  children?: ReactNode;
};

export function ReasonDialog({ act, requestOf, run, onClose, children, ...words }: Props) {
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const hasReason = reason.trim() !== '';
  const { fields, authorization, complete, clear, alternative, sent, ...approval } = useApproval(
    act,
    hasReason ? requestOf(reason) : null,
  );
  const confirm = async () => {
    setBusy(true);
    setError(null);
    const answer = await run(reason, authorization);
    clear();
    setBusy(false);
    if (answer.ok) onClose();
    else setError(answer.error);
  };
  return (
    <MovementDialog
      opened
      onClose={onClose}
      title={words.title}
      consequence={<span className="muted">{words.consequence}</span>}
      confirmLabel={words.confirmLabel}
      canConfirm={hasReason && complete}
      busy={busy || approval.asking}
      errors={[error, approval.error]}
      onConfirm={() => void confirm()}
      size={600}
      alternative={alternative}
      ended={sent !== null}
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
