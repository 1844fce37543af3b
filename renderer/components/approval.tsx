/** The PINs that an act asks for, or the request that waits for a second person's. */
import type { ReactNode } from 'react';
import type { InputOf } from '#shared/contract/index.ts';
import type { Authorization } from '#shared/contract/people.ts';
import type { LadderAction } from '#shared/domain/ladder.ts';
import type { Money } from '#shared/money/money.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { useAuthorization } from './authorization.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { SendButton, SentEnding, useSendForApproval } from './send-for-approval.tsx';

type Asked = InputOf<'approvals.request'>;
/** What is sent for approval if nobody else is there. The PIN is added here. */
export type ApprovalRequest = {
  [K in Asked['kind']]: Omit<Extract<Asked, { kind: K }>, 'pin'>;
}[Asked['kind']];

/** `amounts` are those that a limit of the act is held against. */
export type ApprovedAct = {
  readonly action: LadderAction;
  readonly amounts?: readonly Money[];
  /** The limits that it is above, where they are not the ladder's own. */
  readonly limits?: readonly Money[];
};

type Approval = {
  fields: ReactNode;
  authorization: Authorization | null;
  complete: boolean;
  /** PINs are typed again for every try. */
  clear: () => void;
  /** The button beside Cancel; null if one person is enough. */
  alternative: ReactNode;
  /** True while the request is being sent; the error if it could not be. */
  asking: boolean;
  error: AppError | null;
  /** Set once the request was sent: it is all that the dialog shows then. */
  sent: ReactNode;
};

/** Without an act nothing is asked. `request` is null while a part of it is missing, which `missing` names. */
export function useApproval(
  act: ApprovedAct | null,
  request: ApprovalRequest | null,
  about: 'movement' | 'close' | 'write-off',
  missing: readonly string[] | null = [],
): Approval {
  const { action, amounts = [], limits = [] } = act ?? { action: { do: 'close-day' } };
  const { fields, value, pin, clear, level } = useAuthorization(action, amounts, null, missing, limits);
  const { sent, busy, error, send } = useSendForApproval();
  if (act === null)
    return {
      fields: null,
      authorization: null,
      complete: true,
      clear,
      alternative: null,
      asking: busy,
      error,
      sent: null,
    };
  const ask = () => {
    if (request !== null && pin !== null) void send({ ...request, pin }).then(clear);
  };
  return {
    fields: (
      <>
        {fields}
        {error && <ErrorNotice error={error} />}
      </>
    ),
    authorization: value,
    complete: value !== null,
    clear,
    alternative:
      level === 'L3' ? (
        <SendButton busy={busy} disabled={request === null || pin === null} onClick={ask} />
      ) : null,
    asking: busy,
    error,
    sent: sent ? <SentEnding about={about} /> : null,
  };
}
