/** Taking an offer: the net is retyped, one request is sent, one of the endings follows. An offer that is too old or has changed is asked for again, and what changed is said. */
import { Button, TextInput } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseMoney, sameMoney } from '#shared/money/money.ts';
import { typedAmountToDecimal } from '#shared/text/digits.ts';
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import type { Offer } from '#shared/contract/instant-settlement.ts';
import type { Operation } from '#shared/contract/operations.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { useAuthorization } from '../../components/authorization.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { tellLate, useIsLeft } from '../../components/late-ending.tsx';
import { MovementDialog } from '../../components/movement-dialog.tsx';
import { MovementEnding } from '../../components/movement-ending.tsx';
import { SendButton, SentEnding, useSendForApproval } from '../../components/send-for-approval.tsx';
import { formatCount, formatMoney } from '../../i18n/format.ts';
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
  const locale = useLocale();
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
      <dl className="facts">
        <dt>
          {t('instantSettlement.offer.covers', {
            count: offer.count,
            number: formatCount(offer.count, locale),
          })}
        </dt>
        <dd>
          <MoneyText value={offer.total} />
        </dd>
      </dl>
      <WaitLine offer={offer} />
    </>
  );
}

type DialogProps = {
  offer: Offer;
  /** What somebody else asked for, and this confirmation approves. */
  request?: ApprovalRequest;
  onClose: () => void;
  onEnded: () => void;
};

export function ConfirmDialog({ offer: first, request, onClose, onEnded }: DialogProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const refresh = useInstant((state) => state.refresh);
  const [typedNet, setTypedNet] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const [operation, setOperation] = useState<Operation | null>(null);
  const { offer, again, asking, askAgain } = useCurrentOffer(first, () => setTypedNet(''));
  const expired = useSecondsLeft(offer.validUntilMs) === 0;
  const decimal = typedAmountToDecimal(typedNet);
  const typed = decimal === null ? null : parseMoney(decimal, offer.netTransfer.currency);
  const agrees = typed?.ok === true && sameMoney(typed.value, offer.netTransfer);
  const net = formatMoney(offer.netTransfer, locale);
  const authorization = useAuthorization(
    { do: 'move', kind: 'instant-settlement' },
    [offer.total],
    request ?? null,
  );
  const approval = useSendForApproval();
  const problem = error ?? approval.error;
  const isLeft = useIsLeft();
  const requote = async () => {
    setError(null);
    setError(await askAgain());
  };
  const send = () => {
    const { pin } = authorization;
    if (pin === null) return;
    void approval.send({ kind: 'instant-settlement', quoteId: offer.quoteId, pin }).then(authorization.clear);
  };
  const confirm = async () => {
    if (!authorization.value) return;
    setBusy(true);
    setError(null);
    const answer = await call('instantSettlement.confirm', {
      quoteId: offer.quoteId,
      typedNet,
      authorization: authorization.value,
    });
    if (isLeft()) return tellLate('instant-settlement', answer);
    authorization.clear();
    if (!answer.ok) {
      setError(isOutdated(answer.error) ? await askAgain() : answer.error);
      // Limits and eligible sales are other ones than the page shows.
      if (answer.error.kind === 'movement') void refresh();
    } else {
      setOperation(answer.value.operation);
      onEnded();
    }
    setBusy(false);
  };
  return (
    <MovementDialog
      opened
      onClose={onClose}
      title={t('instantSettlement.confirm.title')}
      consequence={<span className="muted">{t('instantSettlement.confirm.consequence')}</span>}
      confirmLabel={t('instantSettlement.confirm.action', { amount: net })}
      canConfirm={agrees && !expired && !asking && authorization.value !== null}
      busy={busy || approval.busy}
      errors={[error, approval.error]}
      moves
      onConfirm={() => void confirm()}
      ended={operation !== null || approval.sent}
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
        <MovementEnding
          operation={operation}
          done={t('instantSettlement.confirm.done', { id: operation.requestId ?? '' })}
        />
      ) : approval.sent ? (
        <SentEnding />
      ) : (
        <>
          {again && <OfferChanges before={again.before} after={offer} gone={again.gone} />}
          <Facts offer={offer} />
          {expired && (
            <div className="instant-typed" data-tone="late" role="status">
              {t('instantSettlement.confirm.expired')}
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconRefresh size={14} />}
                loading={asking}
                onClick={() => void requote()}
              >
                {t('instantSettlement.offer.again')}
              </Button>
            </div>
          )}
          <TextInput
            label={t('instantSettlement.confirm.retype', { amount: net })}
            required
            dir="ltr"
            inputMode="decimal"
            autoComplete="off"
            disabled={expired}
            error={typedNet.trim() !== '' && !agrees && t('operations.reversal.differs')}
            value={typedNet}
            onChange={(event) => setTypedNet(event.currentTarget.value)}
          />
          {authorization.fields}
          {problem && <ErrorNotice error={problem} />}
        </>
      )}
    </MovementDialog>
  );
}
