/** Requests of other PCs: those that wait, and how those of the last day ended. They are decided here and carried out there. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OtherApproval } from '#shared/contract/approvals.ts';
import { canBeDecided, canBeTakenBack } from '#shared/domain/approvals.ts';
import { useNowMs } from '../../app-store.ts';
import { useErrorText } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { IdText } from '../../components/id-text.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useMay } from '../../people-store.ts';
import { DecideDialog, type Word } from './decide-dialog.tsx';
import { RequestAmounts } from './request-amounts.tsx';
import { useApprovals } from './store.ts';
import { TakeBackDialog } from './take-back-dialog.tsx';
import { useRequestName } from './texts.ts';
import { useWhere } from './where.ts';
import { isolated } from '../../i18n/isolated.ts';
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
        {t(`people.approvals.others.ended.${state}`, { name: isolated(decided.by) })} ·{' '}
        <TimeText atMs={decided.atMs} />
        {decided.note !== null && decided.note !== '' && (
          <>
            {' '}
            · <bdi>{t('people.approvals.refusedNote', { note: decided.note })}</bdi>
          </>
        )}
      </>
    );
  if (stays) return <>{t(`people.approvals.others.stays.${stays}`, { pc: isolated(pc.name) })}</>;
  if (!sent) return null;
  const { error, untilMs, word } = sent;
  const name = isolated(sent.by);
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
        pc: isolated(sent.pcName),
        of: isolated(pc.name),
      })}{' '}
      · <TimeText atMs={sent.atMs} />
    </>
  );
}

type Act = Word | 'take-back';

function Other({ request, onAct }: { request: OtherApproval; onAct: (act: Act) => void }) {
  const { t } = useTranslation();
  const where = useWhere();
  const nowMs = useNowMs();
  const guard = useMay('approve');
  const requestName = useRequestName();
  const { refNumber, merchantOrderId, party, requestedBy, note } = request;
  const name = refNumber ?? merchantOrderId;
  return (
    <li className="waiting" data-request={request.requestId}>
      <div className="waiting-about">
        <div>
          <strong>{requestName(request)}</strong> <RequestAmounts request={request} />{' '}
          {name === null ? party !== null && <bdi>{party}</bdi> : <IdText value={name} />}
        </div>
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
          <GuardedButton size="xs" variant="default" guard={guard} onClick={() => onAct('take-back')}>
            {t('people.approvals.others.takeBack')}
          </GuardedButton>
        </div>
      )}
      {canBeDecided(request, nowMs) && (
        <div className="waiting-buttons">
          <GuardedButton size="xs" variant="default" guard={guard} onClick={() => onAct('refused')}>
            {t('people.approvals.others.refuse')}
          </GuardedButton>
          <GuardedButton size="xs" variant="default" guard={guard} onClick={() => onAct('approved')}>
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
  const [acting, setActing] = useState<{ request: OtherApproval; act: Act } | null>(null);
  const end = () => setActing(null);
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
                onAct={(act) => setActing({ request, act })}
              />
            ))}
          </ul>
        </section>
      )}
      {acting?.act === 'take-back' && <TakeBackDialog request={acting.request} onClose={end} />}
      {acting && acting.act !== 'take-back' && (
        <DecideDialog request={acting.request} word={acting.act} onClose={end} />
      )}
    </>
  );
}
