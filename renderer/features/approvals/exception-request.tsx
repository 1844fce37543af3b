/** Tells in the drawer of an exception that its write-off waits or was refused. */
import { Anchor } from '@mantine/core';
import { IconBan, IconHourglass } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { formatTime } from '../../i18n/format.ts';
import { RefusedText } from './refused.tsx';
import { useApprovals } from './store.ts';

const isAbout =
  (key: string) =>
  ({ kind, exceptions }: ApprovalRequest) =>
    kind === 'write-off' && exceptions[0]?.exception.key === key;

/** Another decision about the exception and its write-off would overwrite each other. */
export const useWriteOffWaits = (exceptionKey: string): boolean =>
  useApprovals(({ requests }) => requests.some(isAbout(exceptionKey)));

export function ExceptionRequest({ exceptionKey }: { exceptionKey: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const { requests, refused, error, load } = useApprovals();
  useEffect(() => void load(), [load]);
  const waiting = requests.find(isAbout(exceptionKey));
  const last = refused.find(isAbout(exceptionKey));
  if (waiting)
    return (
      <div className="over-limit" role="status" data-testid="exception-request">
        <IconHourglass size={18} aria-hidden />
        <span>
          {t('people.approvals.since', {
            time: formatTime(waiting.atMs, nowMs, locale),
            name: waiting.requestedBy,
          })}{' '}
          <Anchor component={Link} href="/operations" size="sm" c="inherit" underline="always">
            {t('people.approvals.inOperations')}
          </Anchor>
        </span>
      </div>
    );
  if (error) return <ErrorNotice error={error} onRetry={() => void load()} />;
  if (!last) return null;
  return (
    <div className="over-limit" role="status" data-testid="exception-request">
      <IconBan size={18} aria-hidden />
      <span>
        <RefusedText request={last} />
      </span>
    </div>
  );
}
