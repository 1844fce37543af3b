/** A closed day: all its Zs, the newest first, and reopening it. */
import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconRotate } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import type { ZDocument } from '#shared/contract/closing-z.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, useEvent } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FactRow } from '../../components/fact.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { IdText } from '../../components/id-text.tsx';
import { NotAllowed } from '../../components/not-allowed.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { formatDate, formatTimeIn, formatZNumber } from '../../i18n/format.ts';
import { missingNumbers } from '../../i18n/missing-numbers.ts';
import { useMay } from '../../people-store.ts';
import { DayStateChip } from './closing-state.tsx';
import { ReopenDialog } from './reopen-dialog.tsx';
import { ReviewTotals } from './review.tsx';
import { useBranchName, ZName } from './texts.tsx';
import { ZActions } from './z-actions.tsx';

/** Names an issue among those of its day. */
export const issueOf = ({ content }: ZDocument) => `${content.number}-${content.revision}`;

type IssuesProps = { zs: ZDocument[]; isOwn?: boolean; chosen: ZDocument; onChoose: (issue: string) => void };

/** The issue that is shown: the newest, or `first`, until another one is chosen. Null before there is any. */
export function useChosenIssue(zs: readonly ZDocument[] | null, first?: string) {
  const [chosenId, choose] = useState<string | null>(first ?? null);
  const chosen = zs?.find((z) => issueOf(z) === chosenId) ?? zs?.at(-1) ?? null;
  return { chosen, choose };
}

/** Every issue of the day by its number; the chosen one is shown whole. `isOwn`: it was given here, and is printed here. */
export function Issues({ zs, isOwn = true, chosen, onChoose }: IssuesProps) {
  const { t } = useTranslation();
  return (
    <>
      {zs.length > 1 && (
        <SegmentedControl
          aria-label={t('closing.z.issues')}
          value={issueOf(chosen)}
          onChange={onChoose}
          data={[...zs].reverse().map((z) => ({
            value: issueOf(z),
            label: `Z ${formatZNumber(z.content.number)} · ${t('closing.result.revision', { revision: z.content.revision })}`,
          }))}
        />
      )}
      <Z key={issueOf(chosen)} z={chosen} isOwn={isOwn} />
    </>
  );
}

function Z({ z, isOwn }: { z: ZDocument; isOwn: boolean }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const { content, reopened, prints, sha256 } = z;
  // With the day: a drawer of last month is read today.
  const time = (atMs: number) => formatTimeIn(content.timeZone, atMs, '', locale);
  return (
    <section className="z-card">
      <div className="difference-head">
        <strong className="size-20">
          <ZName number={content.number} />
        </strong>
        {content.revision > 1 && (
          <span className="muted">{t('closing.result.revision', { revision: content.revision })}</span>
        )}
        <DayStateChip
          state={content.kind === 'provisional' ? 'provisional' : reopened ? 'reopened' : 'closed'}
        />
      </div>
      <ReviewTotals content={content} />
      <dl className="facts">
        <FactRow name={t('closing.z.begun')}>
          <bdi>{time(content.begun.atMs)}</bdi> · <bdi>{content.begun.by}</bdi>
        </FactRow>
        <FactRow name={t('closing.z.issued')}>
          <bdi>{time(z.issuedAtMs)}</bdi> · <bdi>{content.closed.by}</bdi>
        </FactRow>
        {content.approvedBy !== null && (
          <FactRow name={t('closing.z.approvedBy')}>{content.approvedBy}</FactRow>
        )}
        {content.skipped && (
          <FactRow name={t('reports.missing.name')}>{missingNumbers(t, content.skipped)}</FactRow>
        )}
        {content.provisionalNote !== null && (
          <FactRow name={t('closing.z.provisionalNote')}>{content.provisionalNote}</FactRow>
        )}
        {reopened && (
          <FactRow name={t('closing.z.reopened')}>
            <bdi>{reopened.reason}</bdi> · <bdi>{reopened.by}</bdi> · <bdi>{reopened.approvedBy}</bdi>
          </FactRow>
        )}
        {isOwn && <FactRow name={t('closing.z.printed')}>{t('closing.z.prints', counted(prints))}</FactRow>}
      </dl>
      <details className="size-13">
        <summary>{t('closing.z.seal')}</summary>
        <IdText value={sha256.slice(0, 16)} />
      </details>
    </section>
  );
}

function Reopen({ onReopen }: { onReopen: () => void }) {
  const { t } = useTranslation();
  const may = useMay('close.reopen');
  return (
    <>
      <GuardedButton
        guard={may}
        variant="subtle"
        color="gray"
        leftSection={<IconRotate size={16} />}
        onClick={onReopen}
      >
        {t('closing.reopen.start')}
      </GuardedButton>
      <NotAllowed may={may} />
    </>
  );
}

type ActsProps = {
  detail: ClosingDetail | null;
  z: ZDocument | null;
  onReopen: () => void;
  onClose: () => void;
};

/** What can be done with the issue that is shown, and with its day. */
function DayActs({ detail, z, onReopen, onClose }: ActsProps) {
  const { t } = useTranslation();
  const isReopened = detail?.state === 'reopened';
  return (
    <>
      {z && <ZActions z={z} main={!isReopened} />}
      {detail?.state === 'closed' && <Reopen onReopen={onReopen} />}
      {isReopened && (
        <Button component={Link} href="/close" onClick={onClose}>
          {t('closing.reopen.closeAgain')}
        </Button>
      )}
    </>
  );
}

/** `issue`: the Z to begin with. */
type DayProps = { closingId: string; issue?: string | undefined; onClose: () => void };

export function DayDrawer({ closingId, issue, onClose }: DayProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const branchName = useBranchName();
  const [detail, setDetail] = useState<ClosingDetail | null>(null);
  const [zs, setZs] = useState<ZDocument[] | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [reopening, setReopening] = useState(false);
  const { chosen, choose } = useChosenIssue(zs, issue);
  const load = useCallback(() => {
    void Promise.all([call('closing.detail', { closingId }), call('closing.zs', { closingId })]).then(
      ([day, issued]) => {
        if (day.ok) setDetail(day.value);
        else setError(day.error);
        if (issued.ok) setZs(issued.value.zs);
        else setError(issued.error);
      },
    );
  }, [closingId]);
  useEffect(load, [load]);
  useEvent('closing.changed', load);
  return (
    <SideDrawer
      opened
      onClose={onClose}
      title={
        detail
          ? `${formatDate(detail.businessDate, 'day', locale)} · ${branchName(detail)}`
          : t('closing.history.day')
      }
      acts={<DayActs detail={detail} z={chosen} onReopen={() => setReopening(true)} onClose={onClose} />}
    >
      <div className="stack">
        {error && <ErrorNotice error={error} onRetry={load} />}
        {!zs && !error && <Skeleton height={200} radius={10} />}
        {zs && chosen && <Issues zs={zs} chosen={chosen} onChoose={choose} />}
      </div>
      {reopening && detail && (
        <ReopenDialog
          closing={detail}
          totals={zs?.at(-1)?.content.totals}
          onClose={() => setReopening(false)}
        />
      )}
    </SideDrawer>
  );
}
