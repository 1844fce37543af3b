/** A day that another PC closed: its Zs as that PC published them. Nothing can be done to it here. */
import { Alert, Skeleton } from '@mantine/core';
import { IconCircleArrowUp } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, useEvent } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { formatDate } from '../../i18n/format.ts';
import { Issues, useChosenIssue } from './day-drawer.tsx';
import { Review } from './review.tsx';
import { useBranchName } from './texts.tsx';

type OtherDayProps = { pc: string; pcName: string; closingId: string; onClose: () => void };

export function OtherDayDrawer({ pc, pcName, closingId, onClose }: OtherDayProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const branchName = useBranchName();
  const [known, setKnown] = useState<OutputOf<'headOffice.zs'> | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const load = useCallback(() => {
    void call('headOffice.zs', { pc, closingId }).then((answer) => {
      if (answer.ok) setKnown(answer.value);
      setError(answer.ok ? null : answer.error);
    });
  }, [pc, closingId]);
  useEffect(load, [load]);
  useEvent('headOffice.news', load);
  const zs = known?.zs;
  const content = zs?.at(-1)?.content;
  const { chosen, choose } = useChosenIssue(zs ?? null);
  return (
    <SideDrawer
      opened
      wide
      onClose={onClose}
      title={
        content
          ? `${formatDate(content.businessDate, 'day', locale)} · ${branchName(content)}`
          : t('closing.history.day')
      }
    >
      <div className="stack">
        <p className="muted flush">{t('closing.history.byPc', { name: pcName })}</p>
        {error && <ErrorNotice error={error} onRetry={load} />}
        {!zs && !error && <Skeleton height={200} radius={10} />}
        {known?.isNewer && (
          <Alert color="amber" icon={<IconCircleArrowUp size={18} />}>
            {t(zs?.length === 0 ? 'today.board.newerDay' : 'closing.history.newerSince')}
          </Alert>
        )}
        {zs?.length === 0 && !known?.isNewer && (
          <p className="muted flush">{t('closing.history.notShown')}</p>
        )}
        {zs && chosen && <Issues zs={zs} isOwn={false} chosen={chosen} onChoose={choose} />}
        {content && <Review content={content} narrow />}
      </div>
    </SideDrawer>
  );
}
