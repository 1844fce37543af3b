/** Requests and their way: pending, processing, transferred or declined. */
import { IconCheck, IconCircle, IconHandStop, IconLoader2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { InstantRequest } from '#shared/contract/instant-settlement.ts';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { GatewayTimeText } from '../../components/time-text.tsx';

const WAY = ['PENDING', 'PROCESSING', 'TRANSFERRED'] as const;
const rawOf = (status: InstantRequest['status']) => (status.kind === 'known' ? status.value : status.raw);

/** The steps this request has taken, and those before it. */
function Way({ request }: { request: InstantRequest }) {
  const { t } = useTranslation();
  const reached = new Map(request.history.map((entry) => [rawOf(entry.status), entry.at]));
  const current = rawOf(request.status);
  const declined = current === 'DECLINED';
  const known = request.status.kind === 'known';
  const steps: string[] = declined ? ['PENDING', 'DECLINED'] : known ? [...WAY] : ['PENDING', current];
  return (
    <div className="steps">
      {steps.map((step) => {
        const at = reached.get(step);
        const isNow = step === current;
        const finished = isNow && (step === 'TRANSFERRED' || declined);
        const tone =
          step === 'DECLINED'
            ? 'bad'
            : finished || (!isNow && at !== undefined)
              ? 'good'
              : isNow
                ? 'accent'
                : 'neutral';
        const icon =
          step === 'DECLINED' ? (
            <IconHandStop size={16} />
          ) : at === undefined ? (
            <IconCircle size={16} />
          ) : isNow && !finished ? (
            <IconLoader2 size={16} />
          ) : (
            <IconCheck size={16} />
          );
        return (
          <span key={step} style={{ display: 'inline-flex', gap: 6 }}>
            <StateChip
              tone={tone}
              icon={icon}
              label={t(`instantSettlement.status.${step}`, { defaultValue: step })}
            />
            {at && (
              <span className="muted" style={{ fontSize: 13 }}>
                <GatewayTimeText value={at} />
              </span>
            )}
          </span>
        );
      })}
    </div>
  );
}

export function Requests({ requests }: { requests: InstantRequest[] }) {
  const { t } = useTranslation();
  if (requests.length === 0) return <p className="muted">{t('instantSettlement.request.none')}</p>;
  return (
    <ul style={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 12 }}>
      {requests.map((request) => (
        <li
          key={request.requestId}
          className="card"
          style={{ display: 'grid', gap: 8 }}
          data-request={request.requestId}
        >
          <div style={{ display: 'flex', alignItems: 'baseline', gap: 16 }}>
            {request.netTransfer ? <MoneyText value={request.netTransfer} strong size={16} /> : '—'}
            <span className="muted">
              <IdText value={request.requestId} copyable />
            </span>
          </div>
          <Way request={request} />
          {rawOf(request.status) === 'DECLINED' && (
            <div>
              {request.declineReason !== null && <q>{request.declineReason}</q>}{' '}
              {t('instantSettlement.request.declined')}
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
