/** One payment: its figures, what may be done with its money now, and everything known of it on one line of time. */
import { Anchor, Button, Group, Menu } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { OrderMovementKind, Payment, PaymentDetail } from '#shared/contract/payments.ts';
import { holdEndsAtMs } from '#shared/domain/payment.ts';
import { takenOff } from '#shared/money/money.ts';
import { call } from '../../api/client.ts';
import { useCanMoveMoney, useLocale, useOffered, useSettings } from '../../app-store.ts';
import { bridgePath } from '../../components/bridge-path.ts';
import { CopyTextButton } from '../../components/copy-text-button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FactRow } from '../../components/fact.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MenuItem } from '../../components/menu-item.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { PaymentTimeline } from '../../components/payment-timeline.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { useStoredDetail } from '../../components/stored-detail.ts';
import { formatDay } from '../../i18n/format.ts';
import { answerOf } from './answer.ts';
import { textForBank } from './bank-text.ts';
import { OrderRequest } from '../approvals/index.tsx';
import { OrderMovementDialog } from '../order-movement/index.tsx';
import { CustomerText, FromText } from './where-from.tsx';
import { PaymentStateChip } from './payment-state.tsx';

const kinds: readonly OrderMovementKind[] = ['capture', 'void', 'refund', 'order-reversal'];
/** The gateway's operation for each, by which it is known that the key may not do it. */
const OPERATIONS: Readonly<Record<OrderMovementKind, string>> = {
  capture: 'orders.checkout-capture',
  void: 'orders.checkout-void',
  refund: 'orders.checkout-refund',
  'order-reversal': 'orders.reverse',
};
const isPayLater = ({ method }: Payment) => method?.toLowerCase() === 'bnpl';

/** The one act that the state asks for; null if there is none. A settled payment is refunded. */
function primaryOf({ payment, timeline }: PaymentDetail): OrderMovementKind | null {
  const settled = timeline.some(({ what, by }) => what === 'settled' && by === 'id');
  switch (payment.state) {
    case 'authorised':
      return 'capture';
    case 'paid':
      if (settled) return 'refund';
      return isPayLater(payment) ? 'order-reversal' : 'void';
    case 'part-captured':
    case 'part-refunded':
      return 'refund';
    default:
      return null;
  }
}

/** Why an act is not possible as far as is known here; null if it may be tried. A fresh read decides. */
function reasonAgainst(kind: OrderMovementKind, payment: Payment): string | null {
  if (kind === 'order-reversal' && !isPayLater(payment)) return 'payments.not.payLater';
  const possible: Record<OrderMovementKind, readonly string[]> = {
    capture: ['authorised', 'part-captured', 'pending'],
    void: ['authorised', 'paid', 'part-captured', 'pending'],
    refund: ['paid', 'part-captured', 'part-refunded', 'pending'],
    'order-reversal': ['authorised', 'paid', 'pending'],
  };
  return possible[kind].includes(payment.state) ? null : 'payments.not.state';
}

/** Why this act cannot be done here at all: the person, the connection or the key. */
const useMayMove = (kind: OrderMovementKind) =>
  useOffered(OPERATIONS[kind], useCanMoveMoney('order-movements'));

type ActProps = { kind: OrderMovementKind; onAct: (kind: OrderMovementKind) => void };

function PrimaryAct({ kind, onAct }: ActProps) {
  const { t } = useTranslation();
  const guard = useMayMove(kind);
  return (
    // Only a capture stands out: an act that gives money back must not invite a press.
    <GuardedButton
      guard={guard}
      variant={kind === 'capture' ? 'filled' : 'default'}
      onClick={() => onAct(kind)}
    >
      {t(`payments.act.${kind}`)}
    </GuardedButton>
  );
}

function OtherAct({ kind, payment, onAct }: ActProps & { payment: Payment }) {
  const { t } = useTranslation();
  const guard = useMayMove(kind);
  const against = reasonAgainst(kind, payment);
  const reason = guard.allowed ? against && t(against) : guard.reason;
  return (
    <MenuItem disabled={reason !== null} onClick={() => onAct(kind)}>
      {t(`payments.act.${kind}`)}
      {reason !== null && <div className="muted size-13">{reason}</div>}
    </MenuItem>
  );
}

function Acts({ detail, onAct }: { detail: PaymentDetail; onAct: (kind: OrderMovementKind) => void }) {
  const { t } = useTranslation();
  const { payment } = detail;
  if (payment.terminalId !== null || payment.channel === 'pos')
    return (
      <p className="flush muted">
        {t('payments.atTerminal')}{' '}
        {payment.terminalId !== null && (
          <Anchor component={Link} href={`/terminals/${encodeURIComponent(payment.terminalId)}`}>
            {t('payments.openTerminal')}
          </Anchor>
        )}
      </p>
    );
  if (payment.orderId === null) return <p className="flush muted">{t('payments.not.order')}</p>;
  const primary = primaryOf(detail);
  return (
    <Group>
      {primary && <PrimaryAct kind={primary} onAct={onAct} />}
      <RowMenu label={t('payments.more')}>
        {kinds
          .filter((kind) => kind !== primary)
          .map((kind) => (
            <OtherAct key={kind} kind={kind} payment={payment} onAct={onAct} />
          ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void navigator.clipboard.writeText(payment.orderId ?? '')}>
          {t('payments.copyOrder')}
        </Menu.Item>
      </RowMenu>
    </Group>
  );
}

/** What of the money differs from the amount above: what was captured, what went back, and then what is left. */
function partsToSay({ amount, captured, returned }: Payment): ('captured' | 'returned' | 'left')[] {
  const isWhole = amount !== null && captured?.minor === amount.minor;
  const hasReturns = returned !== null && returned.minor !== 0n;
  return [
    ...(isWhole ? [] : ['captured' as const]),
    ...(hasReturns ? ['returned' as const] : []),
    ...(isWhole && !hasReturns ? [] : ['left' as const]),
  ];
}

function PaymentFacts({ detail }: { detail: PaymentDetail }) {
  const { payment } = detail;
  const { t } = useTranslation();
  const { holdDays } = useSettings();
  const locale = useLocale();
  return (
    <>
      <Group gap={12}>
        {payment.amount ? <MoneyText value={payment.amount} strong size={28} /> : '—'}
        <PaymentStateChip state={payment.state} />
      </Group>
      <p className="set-off" data-testid="payment-answer">
        <strong>{answerOf(payment, t, locale, primaryOf(detail) === 'void')}</strong>
      </p>
      <dl className="facts set-off">
        <FactRow name={t('payments.column.order')}>
          <IdText value={payment.merchantOrderId} />
        </FactRow>
        {payment.method !== null && (
          <FactRow name={t('payments.column.method')}>
            {t(`payments.method.${payment.method.toLowerCase()}`, { defaultValue: payment.method })}
          </FactRow>
        )}
        {payment.from !== null && (
          <FactRow name={t('payments.column.paidFrom')}>
            <FromText payment={payment} />
          </FactRow>
        )}
        {payment.customer !== null && (
          <FactRow name={t('payments.column.customer')}>
            <CustomerText payment={payment} />
          </FactRow>
        )}
        {payment.windowId !== null && (
          <FactRow name={t('payments.column.window')}>
            <Anchor component={Link} href={bridgePath(payment.windowId)}>
              <IdText value={payment.windowId} />
            </Anchor>
          </FactRow>
        )}
        {isHeld(payment) && payment.atMs !== null && (
          <FactRow name={t('payments.holdEnds')}>
            {t('payments.holdEndsAbout', {
              day: formatDay(holdEndsAtMs(payment.atMs, holdDays), locale),
            })}
          </FactRow>
        )}
        {partsToSay(payment).map((name) => {
          const value = name === 'returned' ? takenOff(payment[name]) : payment[name];
          return (
            <FactRow key={name} name={t(`payments.column.${name}`)}>
              {value ? <MoneyText value={value} /> : '—'}
            </FactRow>
          );
        })}
        <FactRow name={t('payments.orderId')}>
          <IdText value={payment.orderId} copyable />
        </FactRow>
      </dl>
    </>
  );
}

function CopyForBank({ detail }: { detail: PaymentDetail }) {
  const { t } = useTranslation();
  const text = textForBank(detail, t, useLocale());
  return (
    <div className="set-off">
      <CopyTextButton text={text} label={t('payments.bank.copy')} size="compact-sm" />
    </div>
  );
}

/** Money of it is on hold, and in no sum before it is captured. */
const isHeld = ({ state, isGone }: Pick<Payment, 'state' | 'isGone'>): boolean =>
  !isGone && (state === 'authorised' || state === 'part-captured');

/** Whether the same would be undone by a void, and may be here. */
const useCanVoid = (detail: PaymentDetail | null): boolean =>
  useMayMove('void').allowed && detail !== null && primaryOf(detail) === 'void';

/** What is paid by a link has no checkout: none is missing. */
const missingOf = ({ payment, missing }: PaymentDetail): PaymentDetail['missing'] =>
  payment.from === 'link' ? missing.filter(({ what }) => what !== 'checkout') : missing;

type DrawerProps = { paymentKey: string | null; onClose: () => void };

const find = (key: string) => call('payments.detail', { key });
const CHANGES = ['payments.changed', 'operations.changed'] as const;

export function PaymentDrawer({ paymentKey, onClose }: DrawerProps) {
  const { t } = useTranslation();
  const { found, error, take } = useStoredDetail<PaymentDetail>(paymentKey, find, CHANGES);
  // It remembers its payment: Escape closes the drawer and the dialog at once, and the next payment must not show the dialog.
  const [begun, setBegun] = useState<{ kind: OrderMovementKind; of: string } | null>(null);
  const act = begun?.of === paymentKey ? begun : null;
  const close = () => {
    setBegun(null);
    onClose();
  };
  const detail = found?.detail ?? null;
  const payment = detail?.payment ?? null;
  const canVoid = useCanVoid(detail);
  const readOrder = () => {
    if (payment?.orderId === null || !payment) return;
    void call('payments.readOrder', { orderId: payment.orderId }).then(take);
  };
  return (
    <>
      <SideDrawer
        opened={paymentKey !== null}
        onClose={close}
        title={t('payments.detail')}
        acts={
          detail &&
          payment &&
          !payment.isGone && <Acts detail={detail} onAct={(kind) => setBegun({ kind, of: payment.key })} />
        }
      >
        {error && <ErrorNotice error={error} />}
        {found && !detail && <p>{t('payments.notStored')}</p>}
        {detail && payment && (
          <>
            <PaymentFacts detail={detail} />
            <CopyForBank detail={detail} />
            {payment.orderId !== null && <OrderRequest orderId={payment.orderId} />}
            {payment.isGone && <p className="muted">{t('payments.goneLong')}</p>}
            <Group justify="space-between" className="set-off">
              <strong>{t('payments.timeline')}</strong>
              <Button
                size="compact-xs"
                variant="subtle"
                leftSection={<IconRefresh size={14} />}
                disabled={payment.orderId === null}
                onClick={readOrder}
              >
                {t('payments.readNow')}
              </Button>
            </Group>
            <PaymentTimeline timeline={detail.timeline} missing={missingOf(detail)} />
          </>
        )}
      </SideDrawer>
      {act && payment && payment.orderId !== null && (
        <OrderMovementDialog
          key={act.kind}
          kind={act.kind}
          orderId={payment.orderId}
          about={payment}
          onVoid={canVoid ? () => setBegun({ kind: 'void', of: payment.key }) : undefined}
          heldSinceMs={payment.atMs}
          onMoved={readOrder}
          onClose={() => setBegun(null)}
        />
      )}
    </>
  );
}
