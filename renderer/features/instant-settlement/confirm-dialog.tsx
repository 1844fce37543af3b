/** Taking an offer: the net is retyped, one request is sent, one of the endings follows. An offer that is too old or has changed is asked for again, and what changed is said. */
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import type { Offer } from '#shared/contract/instant-settlement.ts';
import type { Operation } from '#shared/contract/operations.ts';
import type { Authorization } from '#shared/contract/people.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { isTypedAmount } from '#shared/money/typed-money.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { useAuthorization } from '../../components/authorization.tsx';
import { useCounted } from '../../components/counted.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { tellLate, useIsLeft } from '../../components/late-ending.tsx';
import { endedWith, MovementDialog } from '../../components/movement-dialog.tsx';
import { MovementEnding } from '../../components/movement-ending.tsx';
import { RetypedAmount } from '../../components/retyped-amount.tsx';
import { SendButton, SentEnding, useSendForApproval } from '../../components/send-for-approval.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { EarlyCalculation } from './early-calculation.tsx';
import { OfferChanges } from './offer-changes.tsx';
import { WaitLine } from './offer-cost.tsx';
import { useSecondsLeft } from './seconds-left.ts';
import { useInstant } from './store.ts';

/** After these nothing was sent, and the offer is not what it was. */
const isOutdated = ({ kind, code }: AppError): boolean =>
  (kind === 'movement' && ['quote-expired', 'quote-changed'].includes(code)) ||
  (kind === 'gateway' && code === 'refused');

/** The offer as it is now; what was typed for another one does not stay. */
function useCurrentOffer(first: Offer, onAgain: () => void) {
  const [offer, setOffer] = useState(first);
  const [again, setAgain] = useState<{ before: Offer; gone: number } | null>(null);
  const [asking, setAsking] = useState(false);
  const askAgain = async (): Promise<AppError | null> => {
    setAsking(true);
    const answer = await call('instantSettlement.quoteAgain', { transactionIds: offer.transactionIds });
    setAsking(false);
    if (!answer.ok) return answer.error;
    setAgain({ before: offer, gone: answer.value.gone });
    setOffer(answer.value.offer);
    onAgain();
    return null;
  };
  return { offer, again, asking, askAgain };
}

function Facts({ offer }: { offer: Offer }) {
  const { t } = useTranslation();
  const counted = useCounted();
  return (
    <>
      <div className="offer-sum">
        <div>
          <div className="muted">{t('instantSettlement.offer.receive')}</div>
          <MoneyText value={offer.netTransfer} strong size={20} />
        </div>
        <div className="at-end">
          <div className="muted">{t('instantSettlement.offer.cost')}</div>
          <MoneyText value={offer.totalFees} strong size={20} />
        </div>
      </div>
      <div className="muted">{t('instantSettlement.offer.covers', counted(offer.count))}</div>
      <EarlyCalculation of={offer} />
      <WaitLine offer={offer} />
    </>
  );
}

function Expired({ asking, onAgain }: { asking: boolean; onAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="instant-typed" data-tone="late" role="status">
      {t('instantSettlement.confirm.expired')}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconRefresh size={14} />}
        loading={asking}
        onClick={onAgain}
      >
        {t('instantSettlement.offer.again')}
      </Button>
    </div>
  );
}

/** Confirms the offer as it is now. An offer that is out of date is asked for again, and shown with its changes. */
function useConfirm({ offer, askAgain }: ReturnType<typeof useCurrentOffer>, onEnded: () => void) {
  const refresh = useInstant((state) => state.refresh);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const [operation, setOperation] = useState<Operation | null>(null);
  const isLeft = useIsLeft();
  const requote = async () => {
    setError(null);
    setError(await askAgain());
  };
  const confirm = async (typedNet: string, authorization: Authorization, clear: () => void) => {
    setBusy(true);
    setError(null);
    const answer = await call('instantSettlement.confirm', {
      quoteId: offer.quoteId,
      typedNet,
      authorization,
    });
    if (isLeft()) return tellLate('instant-settlement', answer);
    clear();
    if (!answer.ok) {
      setError(isOutdated(answer.error) ? await askAgain() : answer.error);
      // The limits and the eligible sales on the page are no longer right.
      if (answer.error.kind === 'movement') void refresh();
    } else {
      setOperation(answer.value.operation);
      onEnded();
    }
    setBusy(false);
  };
  return { operation, error, busy, confirm, requote };
}

type DialogProps = {
  offer: Offer;
  /** The request of somebody else that this confirmation approves. */
  request?: ApprovalRequest;
  onClose: () => void;
  onEnded: () => void;
};

const MOVE = { do: 'move', kind: 'instant-settlement' } as const;

export function ConfirmDialog({ offer: first, request, onClose, onEnded }: DialogProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [typedNet, setTypedNet] = useState('');
  const current = useCurrentOffer(first, () => setTypedNet(''));
  const { offer, again, asking } = current;
  const { operation, error, busy, confirm, requote } = useConfirm(current, onEnded);
  const expired = useSecondsLeft(offer.validUntilMs) === 0;
  const agrees = isTypedAmount(typedNet, offer.netTransfer);
  const net = formatMoney(offer.netTransfer, locale);
  const done = t('instantSettlement.confirm.done', { id: operation?.requestId ?? '' });
  const missing = agrees ? [] : [t('instantSettlement.offer.receive')];
  const authorization = useAuthorization(MOVE, [offer.total], request ?? null, missing);
  const approval = useSendForApproval();
  const problem = error ?? approval.error;
  const send = () => {
    const { pin } = authorization;
    if (pin === null) return;
    void approval.send({ kind: 'instant-settlement', quoteId: offer.quoteId, pin }).then(authorization.clear);
  };
  const act = () => {
    const { value, clear } = authorization;
    if (value) void confirm(typedNet, value, clear);
  };
  return (
    <MovementDialog
      onClose={onClose}
      title={t('instantSettlement.offer.take', { amount: net })}
      consequence={t('instantSettlement.confirm.consequence')}
      confirmLabel={t('instantSettlement.confirm.action', { amount: net })}
      canConfirm={agrees && !expired && !asking && authorization.value !== null}
      busy={busy || approval.busy}
      errors={[error, approval.error]}
      moves
      onConfirm={act}
      ended={endedWith(operation, approval.sent)}
      alternative={
        authorization.level === 'L3' &&
        !request && (
          <SendButton
            busy={approval.busy}
            disabled={!agrees || expired || authorization.pin === null || busy}
            onClick={send}
          />
        )
      }
    >
      {operation ? (
        <MovementEnding operation={operation} done={done} />
      ) : approval.sent ? (
        <SentEnding />
      ) : (
        <>
          {again && <OfferChanges before={again.before} after={offer} gone={again.gone} />}
          <Facts offer={offer} />
          {expired && <Expired asking={asking} onAgain={() => void requote()} />}
          <RetypedAmount
            label={t('instantSettlement.confirm.retype', { amount: net })}
            amount={offer.netTransfer}
            typed={typedNet}
            disabled={expired}
            onType={setTypedNet}
          />
          {authorization.fields}
          {problem && <ErrorNotice error={problem} />}
        </>
      )}
    </MovementDialog>
  );
}
