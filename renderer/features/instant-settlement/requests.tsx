/** Requests and their way: pending, processing, transferred or declined; who asked, what it cost, and which sales it covers. */
import { Button } from '@mantine/core';
import { IconBan, IconCheck, IconCircle, IconLoader2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { OutputOf } from '#shared/contract/index.ts';
import { isSameMinute } from '#shared/time/same-minute.ts';
import type { InstantRequest, ListedRequest } from '#shared/contract/instant-settlement.ts';
import { earlySubject } from '#shared/domain/bridge-subject.ts';
import { earlySums, type EarlySum } from '#shared/domain/early-terms.ts';
import { earlyStateOf } from '#shared/domain/settlement.ts';
import { sumByCurrency, type Money } from '#shared/money/money.ts';
import { useLocale } from '../../app-store.ts';
import { useAmountHead } from '../../components/amount-head.ts';
import { bridgePath } from '../../components/bridge-path.ts';
import { useCounted } from '../../components/counted.ts';
import { useErrorText } from '../../components/error-notice.tsx';
import { Fact } from '../../components/fact.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { GatewayTimeText } from '../../components/time-text.tsx';
import { formatAmounts } from '../../i18n/format.ts';
import { EarlyCalculation } from './early-calculation.tsx';
import { RequestMembers } from './request-members.tsx';

const WAY = ['PENDING', 'PROCESSING', 'TRANSFERRED'] as const;
const ENDINGS: readonly string[] = ['TRANSFERRED', 'DECLINED'];
const rawOf = (status: InstantRequest['status']) => (status.kind === 'known' ? status.value : status.raw);

/** The steps this request has taken, and those before it; steps of one minute show one time, beside the last of them. */
function Way({ request }: { request: InstantRequest }) {
  const { t } = useTranslation();
  const reached = new Map(request.history.map((entry) => [rawOf(entry.status), entry.at]));
  const current = rawOf(request.status);
  const declined = current === 'DECLINED';
  const known = request.status.kind === 'known';
  const steps: string[] = declined ? ['PENDING', 'DECLINED'] : known ? [...WAY] : ['PENDING', current];
  return (
    <div className="steps">
      {steps.map((step, index) => {
        const at = reached.get(step);
        const after = reached.get(steps[index + 1] ?? '');
        const isNow = step === current;
        const finished = isNow && (step === 'TRANSFERRED' || declined);
        const tone =
          step === 'DECLINED'
            ? 'bad'
            : finished
              ? 'good'
              : isNow
                ? 'accent'
                : // What is behind it is quiet: the state of now is seen at once.
                  'neutral';
        const icon =
          step === 'DECLINED' ? (
            <IconBan size={16} />
          ) : at === undefined ? (
            <IconCircle size={16} />
          ) : isNow && !finished ? (
            <IconLoader2 size={16} />
          ) : (
            <IconCheck size={16} />
          );
        return (
          <span key={step} className="inline-row">
            <StateChip
              tone={tone}
              icon={icon}
              label={t(`instantSettlement.status.${step}`, { defaultValue: step })}
            />
            {at && !isSameMinute(at, after) && (
              <span className="muted size-13">
                <GatewayTimeText value={at} />
              </span>
            )}
          </span>
        );
      })}
    </div>
  );
}

/** Where it is now, with the time it came there: its steps stand with its calculation. */
function NowAt({ request }: { request: InstantRequest }) {
  const { t } = useTranslation();
  const current = rawOf(request.status);
  const at = request.history.findLast(({ status }) => rawOf(status) === current)?.at;
  return (
    <span className="inline-row">
      <StateChip
        tone={request.status.kind === 'known' ? 'accent' : 'neutral'}
        icon={<IconLoader2 size={16} />}
        label={t(`instantSettlement.status.${current}`, { defaultValue: current })}
      />
      {at && (
        <span className="muted size-13">
          <GatewayTimeText value={at} />
        </span>
      )}
    </span>
  );
}

/** How it ended, with its time; while it is under way, where it is. */
function Outcome({ request }: { request: InstantRequest }) {
  const { t } = useTranslation();
  const current = rawOf(request.status);
  if (!ENDINGS.includes(current)) return <NowAt request={request} />;
  const isDeclined = current === 'DECLINED';
  const at = request.history.findLast(({ status }) => rawOf(status) === current)?.at;
  const asked = request.history.find(({ status }) => rawOf(status) === 'PENDING')?.at;
  return (
    <span className="inline-row">
      <StateChip
        tone={isDeclined ? 'bad' : 'good'}
        icon={isDeclined ? <IconBan size={16} /> : <IconCheck size={16} />}
        label={t(`instantSettlement.status.${current}`, { defaultValue: current })}
      />
      {at && (
        <span className="muted size-13">
          <GatewayTimeText value={at} />
        </span>
      )}
      {asked && !isSameMinute(asked, at) && (
        <span className="muted size-13">
          · {t('instantSettlement.request.asked')} <GatewayTimeText value={asked} />
        </span>
      )}
    </span>
  );
}

type WaysProps = {
  request: ListedRequest;
  opened: boolean;
  onOpen: () => void;
  unfolded: boolean;
  onUnfold: () => void;
};

const QUIET = { size: 'compact-xs', variant: 'subtle', color: 'gray' } as const;

/** What else there is to see of it. */
function Ways({ request, opened, onOpen, unfolded, onUnfold }: WaysProps) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { operationId, membersFrom, memberCount } = request;
  return (
    <div className="request-ways">
      <Button {...QUIET} aria-expanded={unfolded} onClick={onUnfold}>
        {t('instantSettlement.calculation')}
      </Button>
      {membersFrom !== null && (
        <Button {...QUIET} aria-expanded={opened} onClick={onOpen}>
          {t(
            opened ? 'instantSettlement.members.hide' : 'instantSettlement.members.show',
            counted(memberCount),
          )}
        </Button>
      )}
      {operationId !== null && (
        <Button {...QUIET} component={Link} href={`/operations/${operationId}`}>
          {t('operations.open')}
        </Button>
      )}
    </div>
  );
}

/** From its sales to the bank: the page of its money. */
function Arrival({ request: { requestId, status } }: { request: ListedRequest }) {
  const { t } = useTranslation();
  const state = earlyStateOf(status);
  return (
    <div className="request-arrival">
      {state !== null && (
        <Button
          size="compact-sm"
          variant="default"
          component={Link}
          href={bridgePath(earlySubject(requestId))}
        >
          {t(
            state === 'paid' ? 'instantSettlement.request.bridge' : 'instantSettlement.request.bridgeComing',
          )}
        </Button>
      )}
    </div>
  );
}

/** `className`: the currency of the amounts stands in the heading of the list, or with each of them. */
type RequestProps = { request: ListedRequest; className: string };

/** What its sales come to, less the usual fees and what it cost, is what arrives: the figures add up. */
function Amounts({ request, className }: RequestProps) {
  const { t } = useTranslation();
  const ending = rawOf(request.status);
  const brings = ending === 'TRANSFERRED' ? 'received' : ending === 'DECLINED' ? 'refused' : 'coming';
  const names: Readonly<Record<EarlySum, string>> = {
    sales: t('instantSettlement.offer.sales'),
    usualFees: t('instantSettlement.offer.usualFees'),
    anyway: t('instantSettlement.offer.anyway'),
    cost: t(`instantSettlement.request.${brings === 'refused' ? 'costRefused' : 'cost'}`),
    rest: t('instantSettlement.offer.rest'),
    receive: t(`instantSettlement.request.${brings}`),
  };
  return (
    <div className={`request-amounts ${className}`}>
      {earlySums(request).map(({ sum, amount }) => (
        <Fact key={sum} label={names[sum]} term={sum === 'receive' ? 'sum' : 'part'}>
          <MoneyText value={amount} strong={sum === 'receive'} />
        </Fact>
      ))}
    </div>
  );
}

function Request({ request, className }: RequestProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const declined = rawOf(request.status) === 'DECLINED';
  return (
    <li className="card request" data-request={request.requestId}>
      <div className="request-head">
        <div className="request-state">
          <Outcome request={request} />
          <span className="muted size-13">
            <IdText value={request.requestId} copyable />
          </span>
        </div>
        <Amounts request={request} className={className} />
        <Arrival request={request} />
      </div>
      {declined && (
        <div>
          {request.declineReason !== null && (
            <q>
              <bdi>{request.declineReason}</bdi>
            </q>
          )}{' '}
          {t('instantSettlement.request.declined')}
        </div>
      )}
      <Ways
        request={request}
        opened={opened}
        onOpen={() => setOpened(!opened)}
        unfolded={unfolded}
        onUnfold={() => setUnfolded(!unfolded)}
      />
      {request.membersFrom === null && <div className="muted">{t('instantSettlement.members.unnamed')}</div>}
      {unfolded && (
        <div className="request-more">
          <Way request={request} />
          <EarlyCalculation of={request} />
        </div>
      )}
      {opened && <RequestMembers request={request} />}
    </li>
  );
}

/** True if the request is on its way to the bank. False also for a state that this Closeout does not know. */
const isComing = ({ status }: ListedRequest) => ['PENDING', 'PROCESSING'].includes(rawOf(status));

/** What is on its way, what all that arrived brought, and what it cost. */
export function Answer({ requests }: { requests: readonly ListedRequest[] }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const locale = useLocale();
  const arrived = requests.filter(
    ({ status, netTransfer, totalFees }) =>
      rawOf(status) === 'TRANSFERRED' && netTransfer !== null && totalFees !== null,
  );
  const declined = requests.filter(({ status }) => rawOf(status) === 'DECLINED').length;
  const received = sumByCurrency(arrived.flatMap(({ netTransfer }) => netTransfer ?? []));
  const cost = sumByCurrency(arrived.flatMap(({ totalFees }) => totalFees ?? []));
  const coming = sumByCurrency(requests.filter(isComing).flatMap(({ netTransfer }) => netTransfer ?? []));
  const hasArrived = received.length > 0 && cost.length > 0;
  if (!hasArrived && coming.length === 0) return null;
  const said = (amounts: Money[]) => formatAmounts(amounts, locale);
  return (
    <p className="request-answer">
      {coming.length > 0 && `${t('instantSettlement.request.onItsWay', { coming: said(coming) })} `}
      {hasArrived &&
        t('instantSettlement.request.answer', {
          ...counted(arrived.length),
          received: said(received),
          cost: said(cost),
        })}{' '}
      {declined > 0 && t('instantSettlement.request.declinedCount', counted(declined))}
    </p>
  );
}

/** `null`: nothing is known of them yet. */
export function Requests({ of }: { of: OutputOf<'instantSettlement.requests'> | null }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { requests, read } = of ?? { requests: [], read: { readAtMs: null, lastError: null } };
  const { className, amountHead } = useAmountHead(
    requests.flatMap((request) => earlySums(request).map(({ amount }) => amount)),
  );
  const heading = <h2>{amountHead(t('instantSettlement.request.title'))}</h2>;
  if (requests.length === 0) {
    const error = read.readAtMs === null && read.lastError ? errorText(read.lastError.error) : null;
    const none = t(read.readAtMs === null ? 'app.asOf.never' : 'instantSettlement.request.none');
    return (
      <>
        {heading}
        <p className="muted">{error ? `${error.title} ${error.next}` : none}</p>
      </>
    );
  }
  return (
    <>
      {heading}
      <Answer requests={requests} />
      <ul className="request-list">
        {requests.map((request) => (
          <Request key={request.requestId} request={request} className={className} />
        ))}
      </ul>
    </>
  );
}
