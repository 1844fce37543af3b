/** Tells in a drawer that a request about it waits: of an exception its write-off, which may have been refused, too; of an order its movement; of a card its charge. */
import { Anchor, Button } from '@mantine/core';
import { IconBan, IconHourglass } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import { orderMovementKinds } from '#shared/contract/payments.ts';
import { call } from '../../api/client.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { orTell } from '../../components/tell-error.tsx';
import { formatMoney, formatTime } from '../../i18n/format.ts';
import { useMe } from '../../people-store.ts';
import { RefusedText } from './refused.tsx';
import { useApprovals } from './store.ts';
import { asSurplus, useWaitsFor } from './texts.ts';

const isAbout =
  (key: string) =>
  ({ kind, exceptions }: ApprovalRequest) =>
    kind === 'write-off' && exceptions[0]?.exception.key === key;

/** Another decision about the exception and its write-off would overwrite each other. */
export const useWriteOffWaits = (exceptionKey: string): boolean =>
  useApprovals(({ requests }) => requests.some(isAbout(exceptionKey)));

export const ExceptionRequest = ({ exceptionKey }: { exceptionKey: string }) => (
  <RequestAbout is={isAbout(exceptionKey)} tellsRefused />
);

const kinds: readonly string[] = orderMovementKinds;
export const OrderRequest = ({ orderId }: { orderId: string }) => (
  <RequestAbout is={({ kind, subject }) => kinds.includes(kind) && subject === orderId} />
);

export const CardRequest = ({ cardKey }: { cardKey: string }) => (
  <RequestAbout is={({ kind, subject }) => kind === 'charge' && subject === cardKey} />
);

/** What waits, since when and of whom; who asked can take it back here. */
function Waiting({ request }: { request: ApprovalRequest }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const own = request.requestedById === useMe()?.personId;
  const { kind, totals, requestId, requestedBy: name, note } = request;
  const time = formatTime(request.atMs, nowMs, locale);
  const [sum] = totals;
  const waitsFor = useWaitsFor(request);
  const withdraw = () => void orTell(call('approvals.withdraw', { requestId }));
  return (
    <div className="over-limit" role="status" data-testid="request-about">
      <IconHourglass size={18} aria-hidden />
      <span>
        {kind === 'write-off' && sum
          ? t('people.approvals.sinceWriteOff', {
              amount: formatMoney(sum.amount, locale),
              time,
              name,
              ...asSurplus(request),
            })
          : t('people.approvals.since', { time, name })}{' '}
        {own && waitsFor}
        {note !== null && note !== '' && (
          <span className="request-note">
            <span className="muted">{t('reconciliation.column.remark')}:</span> <bdi>{note}</bdi>
          </span>
        )}
        <span className="request-acts">
          <Anchor component={Link} href="/operations" size="sm">
            {t('people.approvals.inOperations')}
          </Anchor>
          {own && (
            <Button size="compact-sm" variant="default" onClick={withdraw}>
              {t('people.approvals.withdraw')}
            </Button>
          )}
        </span>
      </span>
    </div>
  );
}

type AboutProps = { is: (request: ApprovalRequest) => boolean; tellsRefused?: boolean };

function RequestAbout({ is, tellsRefused = false }: AboutProps) {
  const { requests, refused, error, load } = useApprovals();
  useEffect(() => void load(), [load]);
  const waiting = requests.find(is);
  const last = tellsRefused ? refused.find(is) : undefined;
  if (waiting) return <Waiting request={waiting} />;
  if (error) return <ErrorNotice error={error} onRetry={() => void load()} />;
  if (!last) return null;
  return (
    <div className="over-limit" role="status" data-testid="request-about">
      <IconBan size={18} aria-hidden />
      <span>
        <RefusedText request={last} />
      </span>
    </div>
  );
}
