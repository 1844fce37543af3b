/** Both PINs where an act of a close asks for a second person, or the request that waits for one. */
import type { ReactNode } from 'react';
import type { InputOf } from '#shared/contract/index.ts';
import type { Authorization } from '#shared/contract/people.ts';
import type { ApprovedAct } from '#shared/domain/closing.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { useAuthorization } from '../../components/authorization.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { SendButton, SentEnding, useSendForApproval } from '../../components/send-for-approval.tsx';

/** The request to send if nobody else is there; null while a part is missing. The PIN is added here. */
export type CloseRequest =
  | Omit<Extract<InputOf<'approvals.request'>, { kind: 'close-day' }>, 'pin'>
  | Omit<Extract<InputOf<'approvals.request'>, { kind: 'carry-operation' }>, 'pin'>
  | Omit<Extract<InputOf<'approvals.request'>, { kind: 'close-provisional' }>, 'pin'>
  | Omit<Extract<InputOf<'approvals.request'>, { kind: 'reopen-day' }>, 'pin'>;

type Approval = {
  fields: ReactNode;
  authorization: Authorization | null;
  complete: boolean;
  /** PINs are typed again for every try. */
  clear: () => void;
  /** The button beside Cancel; null if one person is enough. */
  alternative: ReactNode;
  /** True while it is being sent; the error if it could not be. */
  asking: boolean;
  error: AppError | null;
  /** Set once it was sent: it is all that the dialog shows then. */
  sent: ReactNode;
};

/** No act: nothing is asked. */
export function useApproval(act: ApprovedAct | null, request: CloseRequest | null): Approval {
  const { fields, value, pin, clear } = useAuthorization({ do: act ?? 'close-day' }, []);
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
    alternative: <SendButton busy={busy} disabled={request === null || pin === null} onClick={ask} />,
    asking: busy,
    error,
    sent: sent ? <SentEnding about="close" /> : null,
  };
}
