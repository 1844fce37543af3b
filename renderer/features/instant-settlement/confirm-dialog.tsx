/** Taking an offer: the net is retyped, one request is sent, one of the endings follows. */
import { TextInput } from '@mantine/core';
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
import { MovementDialog } from '../../components/movement-dialog.tsx';
import { MovementEnding } from '../../components/movement-ending.tsx';
import { SendButton, SentEnding, useSendForApproval } from '../../components/send-for-approval.tsx';
import { formatCount, formatMoney } from '../../i18n/format.ts';

export function ConfirmDialog({
  offer,
  request,
  onClose,
  onEnded,
}: {
  offer: Offer;
  /** What somebody else asked for, and this confirmation approves. */
  request?: ApprovalRequest;
  onClose: () => void;
  onEnded: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [typedNet, setTypedNet] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const [operation, setOperation] = useState<Operation | null>(null);
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
    setBusy(false);
    authorization.clear();
    if (!answer.ok) return setError(answer.error);
    setOperation(answer.value.operation);
    onEnded();
  };
  return (
    <MovementDialog
      opened
      onClose={onClose}
      title={t('instantSettlement.confirm.title')}
      consequence={<span className="muted">{t('instantSettlement.confirm.consequence')}</span>}
      confirmLabel={t('instantSettlement.confirm.action', { amount: net })}
      canConfirm={agrees && authorization.value !== null}
      busy={busy}
      onConfirm={() => void confirm()}
      ended={operation !== null || approval.sent}
      alternative={
        authorization.level === 'L3' &&
        !request && (
          <SendButton
            busy={approval.busy}
            disabled={!agrees || authorization.pin === null || busy}
            onClick={send}
          />
        )
      }
    >
      {approval.sent ? (
        <SentEnding />
      ) : operation ? (
        <MovementEnding
          operation={operation}
          done={t('instantSettlement.confirm.done', { id: operation.requestId ?? '' })}
        />
      ) : (
        <>
          <MoneyText value={offer.netTransfer} strong size={28} />
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
            <dt>{t('instantSettlement.offer.cost')}</dt>
            <dd>
              <MoneyText value={offer.totalFees} />
            </dd>
          </dl>
          <TextInput
            label={t('instantSettlement.confirm.retype', { amount: net })}
            required
            dir="ltr"
            inputMode="decimal"
            autoComplete="off"
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
