/**
 * Requests that wait for approval: one person asks, another carries out. They stand in Operations, on a close, and where what
 * they are about is shown.
 */
import { Button } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import { staysOnItsPc } from '#shared/domain/approvals.ts';
import { call } from '../../api/client.ts';
import { useCanMoveMoney, useLocale, useNowMs } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { orTell } from '../../components/tell-error.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { formatTime } from '../../i18n/format.ts';
import { useMay, useMe } from '../../people-store.ts';
import { useHeadOffice } from '../head-office/index.tsx';
import { OpenedRequest, useOpenRequest } from './opened.tsx';
import { OthersAsked } from './others.tsx';
import { Refused } from './refused.tsx';
import { CloseFacts, CloseReasons, RequestAmounts } from './request-amounts.tsx';
import { useApprovals } from './store.ts';
import { closesDay, useRequestName, useWaitsFor } from './texts.ts';
import './approvals.css';

export { OthersAsked } from './others.tsx';
export { useApprovals } from './store.ts';
export { CardRequest, ExceptionRequest, OrderRequest, useWriteOffWaits } from './request-about.tsx';

type ButtonsProps = {
  request: ApprovalRequest;
  /** Whom it waits for stands in the sentence before them. */
  told?: boolean;
  onOpen: () => void;
  onRefuse: () => void;
};

/** For who asked: whom it waits for. */
function OwnWaits({ request }: Pick<ButtonsProps, 'request'>) {
  const own = request.requestedById === useMe()?.personId;
  const waitsFor = useWaitsFor(request);
  return own && <>{waitsFor}</>;
}

/** Withdraw for who asked; open and refuse for who may approve. A movement needs a connection, a close does not. */
function Buttons({ request, told = false, onOpen, onRefuse }: ButtonsProps) {
  const { t } = useTranslation();
  const own = request.requestedById === useMe()?.personId;
  const mayApprove = useMay('approve');
  const mayMove = useCanMoveMoney('approve');
  const moves = request.closing === null && request.kind !== 'resolve' && request.exceptions.length === 0;
  const withdraw = () => void orTell(call('approvals.withdraw', { requestId: request.requestId }));
  if (own)
    return (
      <>
        {!told && (
          <span className="waiting-own">
            <OwnWaits request={request} />
          </span>
        )}
        <Button size="xs" variant="default" onClick={withdraw}>
          {t('people.approvals.withdraw')}
        </Button>
      </>
    );
  return (
    <>
      <GuardedButton size="xs" variant="default" guard={mayApprove} onClick={onRefuse}>
        {t('people.approvals.refuseOpen')}
      </GuardedButton>
      <GuardedButton size="xs" guard={moves ? mayMove : mayApprove} onClick={onOpen}>
        {t('people.approvals.open')}
      </GuardedButton>
    </>
  );
}

function Waiting(props: ButtonsProps) {
  const { t } = useTranslation();
  const requestName = useRequestName();
  const isInChain = useHeadOffice(({ membership }) => membership !== null);
  const { request } = props;
  const isClose = request.closing !== null && request.operation === null;
  const stays = isInChain ? staysOnItsPc(request) : null;
  return (
    <li className="waiting" data-request={request.requestId}>
      <div className="waiting-about">
        <div>
          <strong>{requestName(request)}</strong> {!isClose && <RequestAmounts request={request} />}
        </div>
        <div className="muted size-13">
          {t('people.approvals.by', { name: request.requestedBy })} · <TimeText atMs={request.atMs} />
          {request.reason !== null && (
            <> · {t(`operations.reason.${request.reason}`, { defaultValue: request.reason })}</>
          )}
          {request.note !== null && request.note !== '' && (
            <>
              {' '}
              · <bdi>{request.note}</bdi>
            </>
          )}
        </div>
        {isClose && <CloseReasons request={request} />}
        {isClose && <CloseFacts request={request} />}
        {stays && <div className="muted size-13">{t(`people.approvals.stays.${stays}`)}</div>}
      </div>
      <div className="waiting-buttons">
        <Buttons {...props} />
      </div>
    </li>
  );
}

/** How many requests wait, and for whom. */
function WaitingHead({ requests }: { requests: readonly ApprovalRequest[] }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const me = useMe()?.personId;
  const isForMe = useMay('approve').allowed && requests.every(({ requestedById }) => requestedById !== me);
  const isCloses = isForMe && requests.length > 0 && requests.every(closesDay);
  const whose = isCloses ? 'closeYours' : isForMe ? 'waitingYours' : 'waiting';
  return <h2>{t(`people.approvals.${whose}`, counted(requests.length))}</h2>;
}

/** How many requests this person may decide. They are read at sign-in, and again whenever they change. */
export function useWaitsForMe(): number {
  const { requests, load } = useApprovals();
  const me = useMe()?.personId;
  const may = useMay('approve').allowed;
  useEffect(() => {
    if (me !== undefined && may) void load();
  }, [load, may, me]);
  return may ? requests.filter(({ requestedById }) => requestedById !== me).length : 0;
}

export function WaitingForApproval() {
  const { t } = useTranslation();
  const { requests, refused, error: unread, load } = useApprovals();
  useEffect(() => void load(), [load]);
  const opening = useOpenRequest();
  const { error, open, refuse } = opening;
  return (
    <>
      {unread && <ErrorNotice error={unread} onRetry={() => void load()} />}
      {(requests.length > 0 || error !== null) && (
        <section className="waiting-list" aria-label={t('people.approvals.title')}>
          <WaitingHead requests={requests} />
          {error && <ErrorNotice error={error} />}
          <ul>
            {requests.map((request) => (
              <Waiting
                key={request.requestId}
                request={request}
                onOpen={() => void open(request)}
                onRefuse={() => refuse(request)}
              />
            ))}
          </ul>
        </section>
      )}
      <OthersAsked />
      <Refused requests={refused} />
      <OpenedRequest {...opening} />
    </>
  );
}

/** A close that was sent for approval is not confirmed a second time. */
export const useCloseWaits = (closingId: string): boolean =>
  useApprovals(({ requests }) =>
    requests.some((request) => closesDay(request) && request.closing?.closingId === closingId),
  );

/** The requests of one close, above its work. */
export function CloseWaiting({ closingId }: { closingId: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const requestName = useRequestName();
  const { requests, error, load } = useApprovals();
  useEffect(() => void load(), [load]);
  const opening = useOpenRequest();
  const { open, refuse } = opening;
  return (
    <>
      {error && <ErrorNotice error={error} onRetry={() => void load()} />}
      {requests
        .filter(({ closing }) => closing?.closingId === closingId)
        .map((request) => (
          <div key={request.requestId} className="banner" role="status" data-testid="close-waiting">
            <IconHourglass size={18} />
            <span>
              <strong>
                {t('people.approvals.since', {
                  time: formatTime(request.atMs, nowMs, locale),
                  name: request.requestedBy,
                })}
              </strong>{' '}
              {/* The page names the day and its branch. */}
              {!closesDay(request) && requestName(request)} <OwnWaits request={request} />
            </span>
            <span className="waiting-buttons">
              <Buttons
                request={request}
                told
                onOpen={() => void open(request)}
                onRefuse={() => refuse(request)}
              />
            </span>
          </div>
        ))}
      <OpenedRequest {...opening} />
    </>
  );
}
