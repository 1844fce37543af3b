/** Requests of other PCs: those that wait, and how those of the last day ended. They are decided here and carried out there. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OtherApproval } from '#shared/contract/approvals.ts';
import { canBeDecided, canBeTakenBack } from '#shared/domain/approvals.ts';
import { call } from '../../api/client.ts';
import { useNowMs } from '../../app-store.ts';
import { useErrorText } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { IdText } from '../../components/id-text.tsx';
import { orTell } from '../../components/tell-error.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useMay } from '../../people-store.ts';
import { DecideDialog, type Word } from './decide-dialog.tsx';
import { RequestAmounts } from './request-amounts.tsx';
import { useApprovals } from './store.ts';
import { useRequestName } from './texts.ts';
import { apart, useWhere } from './where.ts';
import './approvals.css';

/** What has been decided about it, from wherever that was. */
function Standing({ request }: { request: OtherApproval }) {
  const { t } = useTranslation();
  const nowMs = useNowMs();
  const errorText = useErrorText();
  const { state, decided, sent, pc, stays } = request;
  if (state !== 'waiting' && decided)
    return (
      <>
        {t(`people.approvals.others.ended.${state}`, { name: apart(decided.by) })} ·{' '}
        <TimeText atMs={decided.atMs} />
        {decided.note !== null && decided.note !== '' && (
          <>
            {' '}
            · <bdi>{t('people.approvals.refusedNote', { note: decided.note })}</bdi>
          </>
        )}
      </>
    );
  if (stays) return <>{t(`people.approvals.others.stays.${stays}`, { pc: apart(pc.name) })}</>;
  if (!sent) return null;
  const { error, untilMs, word } = sent;
  const name = apart(sent.by);
  if (error)
    return (
      <span data-tone="bad">
        {t('people.approvals.others.declined', { name })} {errorText(error).title} {errorText(error).next}
      </span>
    );
  if (untilMs < nowMs) return <span data-tone="late">{t('people.approvals.others.expired', { name })}</span>;
  return (
    <>
      {t(`people.approvals.others.sent.${word}`, {
        name,
        pc: apart(sent.pcName),
        of: apart(pc.name),
      })}{' '}
      · <TimeText atMs={sent.atMs} />
    </>
  );
}

function Other({ request, onDecide }: { request: OtherApproval; onDecide: (word: Word) => void }) {
  const { t } = useTranslation();
  const where = useWhere();
  const nowMs = useNowMs();
  const guard = useMay('approve');
  const requestName = useRequestName();
  const { refNumber, merchantOrderId, party, requestedBy, note } = request;
  const name = refNumber ?? merchantOrderId;
  const of = { pc: request.pc.id, requestId: request.requestId };
  const takeBack = () => void orTell(call('approvals.takeBack', of));
  return (
    <li className="row waiting" data-request={request.requestId}>
      <div>
        <strong>{requestName(request)}</strong> <RequestAmounts request={request} />{' '}
        {name === null ? party !== null && <bdi>{party}</bdi> : <IdText value={name} />}
        <div className="muted size-13">
          <bdi>{where(request)}</bdi> · {t('people.approvals.by', { name: requestedBy })} ·{' '}
          <TimeText atMs={request.atMs} />
          {note !== null && note !== '' && (
            <>
              {' '}
              · <bdi>{note}</bdi>
            </>
          )}
        </div>
        <div className="size-13" role="status">
          <Standing request={request} />
        </div>
      </div>
      {canBeTakenBack(request, nowMs) && (
        <div className="waiting-buttons">
          <GuardedButton size="xs" variant="default" guard={guard} onClick={takeBack}>
            {t('people.approvals.others.takeBack')}
          </GuardedButton>
        </div>
      )}
      {canBeDecided(request, nowMs) && (
        <div className="waiting-buttons">
          <GuardedButton size="xs" variant="default" guard={guard} onClick={() => onDecide('refused')}>
            {t('people.approvals.others.refuse')}
          </GuardedButton>
          <GuardedButton size="xs" guard={guard} onClick={() => onDecide('approved')}>
            {t('people.approvals.others.approve')}
          </GuardedButton>
        </div>
      )}
    </li>
  );
}

export function OthersAsked() {
  const { t } = useTranslation();
  const { others, load } = useApprovals();
  const [decided, setDecided] = useState<{ request: OtherApproval; word: Word } | null>(null);
  useEffect(() => void load(), [load]);
  return (
    <>
      {others.length > 0 && (
        <section className="waiting-list" aria-label={t('people.approvals.others.title')}>
          <h2>{t('people.approvals.others.title')}</h2>
          <ul>
            {others.map((request) => (
              <Other
                key={`${request.pc.id}/${request.requestId}`}
                request={request}
                onDecide={(word) => setDecided({ request, word })}
              />
            ))}
          </ul>
        </section>
      )}
      {decided && <DecideDialog {...decided} onClose={() => setDecided(null)} />}
    </>
  );
}
