/** Requests of this person that somebody refused. */
import { Button } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import { TimeText } from '../../components/time-text.tsx';
import { RequestAmounts } from './request-amounts.tsx';
import { placeOf, useRequestName } from './texts.ts';

/** The refusal: by whom, when and why. */
export function RefusedText({ request }: { request: ApprovalRequest }) {
  const { t } = useTranslation();
  const { decidedBy, decidedAtMs, decisionNote } = request;
  return (
    <>
      {t('people.approvals.refusedBy', { name: decidedBy ?? '' })}
      {decidedAtMs !== null && (
        <>
          {' '}
          · <TimeText atMs={decidedAtMs} />
        </>
      )}{' '}
      · <bdi>{t('people.approvals.refusedNote', { note: decisionNote })}</bdi>
    </>
  );
}

/** The way to what was asked for. */
function About({ request }: { request: ApprovalRequest }) {
  const { t } = useTranslation();
  const { href, words } = placeOf(request);
  if (!href) return null;
  return (
    <div className="waiting-buttons">
      <Button component={Link} href={href} size="xs" variant="default">
        {t(`people.approvals.${words}`)}
      </Button>
    </div>
  );
}

export function Refused({ requests }: { requests: ApprovalRequest[] }) {
  const { t } = useTranslation();
  const requestName = useRequestName();
  if (requests.length === 0) return null;
  return (
    <section className="waiting-list" data-tone="plain" aria-label={t('people.approvals.refusedTitle')}>
      <h2>{t('people.approvals.refusedTitle')}</h2>
      <ul>
        {requests.map((request) => (
          <li key={request.requestId} className="row waiting" data-request={request.requestId}>
            <IconBan size={20} aria-hidden />
            <div>
              <strong>{requestName(request)}</strong> <RequestAmounts request={request} />
              <div className="muted size-13">
                <RefusedText request={request} />
              </div>
            </div>
            <About request={request} />
          </li>
        ))}
      </ul>
    </section>
  );
}
