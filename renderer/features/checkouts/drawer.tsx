/** One checkout: its figures, its history, its payment, and its page for those who may see it. */
import { Group, Modal } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Checkout, CheckoutDetail } from '#shared/contract/checkouts.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { takenOff } from '#shared/money/money.ts';
import { useCanMoveMoney, useLocale, useOffered } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FactRow } from '../../components/fact.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { useReadOnOpening } from '../../components/opening.ts';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { AsOf } from '../../components/page.tsx';
import { GatewayTimeText } from '../../components/time-text.tsx';
import { formatDayTime, formatMoney } from '../../i18n/format.ts';
import { useMay } from '../../people-store.ts';
import { CheckoutStateChip } from './checkout-state.tsx';
import { attemptsOf } from './columns.tsx';
import { OpenOrder } from './open-order.tsx';
import { historySteps, inOneSentence } from './history-steps.ts';
import { isSaidBy } from './said-by.ts';
import { StorySentence } from './story-sentence.tsx';
import { ToPay } from './to-pay.tsx';
import { isFinal, useCheckout } from './use-checkout.ts';

function Facts({ detail }: { detail: CheckoutDetail }) {
  const { t } = useTranslation();
  const { checkout, payment } = detail;
  const { methods, manualCapture } = checkout;
  const { status } = checkout;
  const methodWord = (method: string) => t(`checkouts.method.${method}`, { defaultValue: method });
  return (
    <>
      <Group gap={12}>
        <MoneyText value={checkout.amount} strong size={28} />
        <CheckoutStateChip status={checkout.status} />
      </Group>
      <StorySentence detail={detail} />
      <dl className="facts set-off">
        <FactRow name={t('checkouts.column.order')}>
          <IdText value={checkout.order} copyable />
        </FactRow>
        {(checkout.attempts ?? 0) > 0 && (
          <FactRow name={t('checkouts.column.attempts')}>{attemptsOf(t, checkout)}</FactRow>
        )}
        <FactRow name={t('checkouts.column.methods')}>
          {methods === null ? t('checkouts.allMethods') : methods.split(',').map(methodWord).join(' · ')}
          {manualCapture === true && ` · ${t('checkouts.manualCapture')}`}
        </FactRow>
        <FactRow name={t('checkouts.column.customer')}>
          <bdi>{checkout.customer ?? '—'}</bdi>
        </FactRow>
        <FactRow name={t('checkouts.column.description')}>
          <bdi>{checkout.description ?? '—'}</bdi>
        </FactRow>
        {(['captured', 'refunded'] as const).map((name) => {
          const value = name === 'refunded' ? takenOff(checkout[name]) : checkout[name];
          return (
            value !== null &&
            value.minor !== 0n &&
            // What was captured whole is the amount above.
            value.minor !== checkout.amount.minor && (
              <FactRow key={name} name={t(`checkouts.column.${name}`)}>
                <MoneyText value={value} />
              </FactRow>
            )
          );
        })}
      </dl>
      <section className="set-off stack-8">
        <span className="row-8 flow">
          <strong>{t('checkouts.payment.title')}</strong>
          {payment !== null && <AsOf readAtMs={payment.readAtMs} />}
        </span>
        {payment === null ? (
          <p className="muted flush">{t('checkouts.payment.notRead')}</p>
        ) : (
          <PaymentFacts payment={payment} status={status} />
        )}
      </section>
    </>
  );
}

type PaymentProps = { payment: NonNullable<CheckoutDetail['payment']>; status: Checkout['status'] };

/** A last transaction that the state above says already has no line. */
function PaymentFacts({ payment, status }: PaymentProps) {
  const { t } = useTranslation();
  const { method, lastTransactionType } = payment;
  const last =
    lastTransactionType && t(`payments.word.${lastTransactionType}`, { defaultValue: lastTransactionType });
  return (
    <dl className="facts">
      <FactRow name={t('checkouts.payment.method')}>
        {method === null ? '—' : t(`checkouts.method.${method}`, { defaultValue: method })}
      </FactRow>
      {!isSaidBy(status, lastTransactionType) && (
        <FactRow name={t('checkouts.payment.last')}>{last ?? '—'}</FactRow>
      )}
      <FactRow name={t('checkouts.payment.orderId')}>
        <IdText value={payment.orderId} copyable />
      </FactRow>
      <FactRow name={t('checkouts.payment.code')}>
        <IdText value={payment.issuerAuthorizationCode} copyable />
      </FactRow>
      <FactRow name={t('checkouts.payment.channel')}>
        {payment.paymentChannel === null ? (
          '—'
        ) : (
          <bdi>
            {t(`payments.channel.${payment.paymentChannel}`, { defaultValue: payment.paymentChannel })}
          </bdi>
        )}
      </FactRow>
      <FactRow name={t('checkouts.payment.rfs')}>
        <GatewayTimeText value={payment.rfsDate} />
      </FactRow>
      {status?.kind === 'known' && status.value === 'PAID' && (
        <FactRow name={t('checkouts.payment.fee')}>{t('checkouts.payment.feeLater')}</FactRow>
      )}
    </dl>
  );
}

type Way = OutputOf<'checkouts.reveal'>;

/** The id opens the checkout without a key. It is shown only to a person who asks for it, and the record says who did. */
function Revealed({ way, onClose }: { way: Way; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={<strong>{t('checkouts.reveal.title')}</strong>}>
      <div className="stack">
        <p className="muted">{t('checkouts.reveal.about')}</p>
        <ToPay address={way.address} />
        <dl className="facts">
          <FactRow name={t('checkouts.reveal.id')}>
            <IdText value={way.sessionId} copyable />
          </FactRow>
        </dl>
      </div>
    </Modal>
  );
}

type ActsProps = {
  detail: CheckoutDetail;
  onError: (error: AppError) => void;
  onEnding: (ending: OutputOf<'checkouts.abandon'>['ending']) => void;
};

function Acts({ detail, onError, onEnding }: ActsProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { key, amount, order } = detail.checkout;
  const may = useMay('bill');
  const guard = useOffered('sessions.abandon', useCanMoveMoney('bill'));
  const [way, setWay] = useState<Way | null>(null);
  const [isAsked, setAsked] = useState(false);
  const reveal = async () => {
    const answer = await call('checkouts.reveal', { key });
    if (answer.ok) setWay(answer.value);
    else onError(answer.error);
  };
  const abandon = async () => {
    const answer = await call('checkouts.abandon', { key });
    if (!answer.ok) return answer.error;
    onEnding(answer.value.ending);
    return null;
  };
  return (
    <Group>
      <OpenOrder orderId={detail.payment?.orderId ?? null} />
      {/* Of what was paid the order says more than the page did. */}
      {!(isFinal(detail) && detail.payment?.orderId) && (
        <GuardedButton
          guard={may}
          variant="default"
          leftSection={<IconEye size={16} />}
          onClick={() => void reveal()}
        >
          {t('checkouts.reveal.action')}
        </GuardedButton>
      )}
      {!isFinal(detail) && (
        <GuardedButton guard={guard} variant="subtle" color="red" onClick={() => setAsked(true)}>
          {t('checkouts.abandon.action')}
        </GuardedButton>
      )}
      {way && <Revealed way={way} onClose={() => setWay(null)} />}
      {isAsked && (
        <FormDialog
          title={t('checkouts.abandon.title')}
          action={t('checkouts.abandon.confirm', { amount: formatMoney(amount, locale) })}
          ready
          onSave={abandon}
          onClose={() => setAsked(false)}
        >
          <p>
            <IdText value={order} />
          </p>
          <p>{t('checkouts.abandon.consequence')}</p>
        </FormDialog>
      )}
    </Group>
  );
}

/** A step of which the gateway gave no time is told with when it was seen here. */
function History({ history, readAtMs }: Pick<CheckoutDetail, 'history' | 'readAtMs'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  const wordOf = (status: Checkout['status']) =>
    status?.kind === 'known' ? t(`checkouts.status.${status.value}`) : (status?.raw ?? '—');
  return (
    <>
      <div className="set-off">
        <strong>{t('checkouts.history')}</strong>
      </div>
      <ol className="story">
        {historySteps(history).map(({ statuses, at }, place) => (
          <li key={`${place} ${at?.raw ?? ''}`}>
            <strong>{inOneSentence(statuses.map(wordOf), t('checkouts.then'), locale)}</strong>
            <div className="muted size-13">
              {at === null ? (
                t('checkouts.seenAt', { time: formatDayTime(readAtMs, locale) })
              ) : (
                <GatewayTimeText value={at} />
              )}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

export function CheckoutDrawer({ openKey, onClose }: { openKey: string | null; onClose: () => void }) {
  const { t } = useTranslation();
  const { found, error, take, read } = useCheckout(openKey);
  const [ending, setEnding] = useState<{ key: string; said: string } | null>(null);
  useReadOnOpening(openKey, () => void read(true));
  const detail = found?.detail ?? null;
  return (
    <SideDrawer
      opened={openKey !== null}
      onClose={onClose}
      title={t('checkouts.one')}
      acts={
        detail && (
          <Acts
            detail={detail}
            onError={(failed) => take({ ok: false, error: failed })}
            onEnding={(said) => setEnding({ key: detail.checkout.key, said })}
          />
        )
      }
    >
      {error && <ErrorNotice error={error} onRetry={() => void read(true)} />}
      {ending !== null && ending.key === openKey && (
        <div className="banner" data-tone={ending.said === 'not-known' ? 'unknown' : 'good'} role="status">
          {t(`checkouts.abandon.ending.${ending.said}`)}
        </div>
      )}
      {found && !detail && <p>{t('checkouts.notStored')}</p>}
      {detail?.checkout.isGone && <p className="muted">{t('checkouts.goneLong')}</p>}
      {detail && <Facts detail={detail} />}
      {detail && <History history={detail.history} readAtMs={detail.readAtMs} />}
    </SideDrawer>
  );
}
