/** Opening a request: a movement in its own dialog with a fresh pre-check, everything else in the one of approvals. */
import { useState } from 'react';
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import type { Offer } from '#shared/contract/instant-settlement.ts';
import type { OrderMovementKind } from '#shared/contract/payments.ts';
import type { SavedCardDetail } from '#shared/contract/saved-cards.ts';
import type { Transaction } from '#shared/contract/terminals.ts';
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { ChargeCard } from '../charge/index.tsx';
import { ConfirmDialog } from '../instant-settlement/index.tsx';
import { OrderMovementDialog } from '../order-movement/index.tsx';
import { ReverseDialog } from '../reversal/index.tsx';
import { ApproveDialog } from './approve-dialog.tsx';
import { RefuseDialog } from './refuse-dialog.tsx';

type Opened =
  | { kind: 'reversal'; request: ApprovalRequest; transaction: Transaction }
  | { kind: 'order-movement'; movement: OrderMovementKind; request: ApprovalRequest }
  | { kind: 'charge'; request: ApprovalRequest; detail: SavedCardDetail }
  | { kind: 'instant-settlement'; request: ApprovalRequest; offer: Offer }
  | { kind: 'approve' | 'refuse'; request: ApprovalRequest };

export function useOpenRequest() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const open = async (request: ApprovalRequest) => {
    setError(null);
    switch (request.kind) {
      case 'reversal': {
        const answer = await call('transactions.detail', { rowId: request.subject });
        if (!answer.ok) return setError(answer.error);
        return setOpened({ kind: 'reversal', request, transaction: answer.value.transaction });
      }
      case 'instant-settlement': {
        const answer = await call('instantSettlement.quote', { transactionIds: request.transactionIds });
        if (!answer.ok) return setError(answer.error);
        return setOpened({ kind: 'instant-settlement', request, offer: answer.value });
      }
      case 'charge': {
        const answer = await call('savedCards.detail', { key: request.subject });
        if (!answer.ok) return setError(answer.error);
        const { detail } = answer.value;
        return detail
          ? setOpened({ kind: 'charge', request, detail })
          : setError(inputError('invalid', { where: 'cardKey' }));
      }
      case 'refund':
      case 'void':
      case 'capture':
      case 'order-reversal':
        return setOpened({ kind: 'order-movement', movement: request.kind, request });
      default:
        return setOpened({ kind: 'approve', request });
    }
  };
  const refuse = (request: ApprovalRequest) => setOpened({ kind: 'refuse', request });
  const close = () => setOpened(null);
  return { opened, error, open, refuse, close };
}

export function OpenedRequest({ opened, refuse, close }: ReturnType<typeof useOpenRequest>) {
  switch (opened?.kind) {
    case undefined:
      return null;
    case 'reversal':
      return <ReverseDialog transaction={opened.transaction} request={opened.request} onClose={close} />;
    case 'order-movement': {
      const { movement, request } = opened;
      return (
        <OrderMovementDialog kind={movement} orderId={request.subject} request={request} onClose={close} />
      );
    }
    case 'charge':
      return <ChargeCard detail={opened.detail} request={opened.request} onClose={close} />;
    case 'instant-settlement':
      return (
        <ConfirmDialog offer={opened.offer} request={opened.request} onClose={close} onEnded={() => {}} />
      );
    case 'approve':
      return (
        <ApproveDialog request={opened.request} onRefuse={() => refuse(opened.request)} onClose={close} />
      );
    case 'refuse':
      return <RefuseDialog request={opened.request} onClose={close} />;
  }
}
