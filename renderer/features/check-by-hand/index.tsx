/** After a restored journal: what happened, what to look up outside, and the confirmation that lets money move again. */
import { Anchor, Button } from '@mantine/core';
import { IconCircleCheck, IconQuestionMark, IconShieldCheck } from '@tabler/icons-react';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Incident } from '#shared/contract/check-by-hand.ts';
import { useLocale, useStatus } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { IdText } from '../../components/id-text.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { Page } from '../../components/page.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatDayTime } from '../../i18n/format.ts';
import { ConfirmChecked } from './confirm-checked.tsx';
import { EntryList } from './entry-list.tsx';
import { WhatHappened } from './what-happened.tsx';
import { useCheckByHand } from './store.ts';
import './check-by-hand.css';

const ToOperations = () => {
  const { t } = useTranslation();
  return (
    <Button component={Link} href="/operations">
      {t('checkByHand.toOperations')}
    </Button>
  );
};

function Nothing() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<IconShieldCheck size={32} />}
      title={t('checkByHand.empty.title')}
      text={t('checkByHand.empty.text')}
      action={<ToOperations />}
    />
  );
}

/** Those that were under way when the backup was made, by name, each with its page. */
function WasOpen({ entries }: Pick<Incident, 'entries'>) {
  const { t } = useTranslation();
  return entries.map(
    (entry) =>
      entry.kind === 'operation' &&
      entry.why === 'open-in-backup' &&
      entry.movement !== null && (
        <Anchor key={entry.opId} component={Link} href={`/operations/${entry.opId}`}>
          {t(`operations.kind.${entry.movement}`)}
          {entry.totals && (
            <>
              {' '}
              <TotalsText totals={entry.totals} movement={entry.movement} strong />
            </>
          )}
          {entry.terminalId !== null && (
            <>
              {' · '}
              {t('checkByHand.id.terminal')} <IdText value={entry.terminalId} />
            </>
          )}
          {entry.orderId !== null && (
            <>
              {' · '}
              {t('checkByHand.id.order')} <IdText value={entry.orderId} />
            </>
          )}
        </Anchor>
      ),
  );
}

type DoneProps = { confirmed: NonNullable<Incident['confirmed']>; entries: Incident['entries'] };

/** Confirmed just now. Money may be stopped for another reason all the same: then the notice above goes on saying so. */
function Done({ confirmed, entries }: DoneProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const notKnown = useStatus()?.unknownOperations ?? 0;
  const stopped = useStatus()?.problems.some(({ error }) => error.code === 'journal-blocked') ?? false;
  const said = t('checkByHand.done.by', { who: confirmed.who, at: formatDayTime(confirmed.atMs, locale) });
  return (
    <div role="status" className="check-done">
      <EmptyState
        icon={
          notKnown > 0 ? (
            // It was checked. What is not known stands below, with its own sign.
            <IconShieldCheck size={40} />
          ) : (
            <IconCircleCheck size={40} className="good-icon" />
          )
        }
        title={stopped ? t('checkByHand.done.stillStopped') : t('checkByHand.done.title')}
        text={[
          said,
          ...(stopped ? [t('checkByHand.done.stillStoppedText')] : []),
          // What was read already and is not known stands below.
          ...(stopped || notKnown > 0 ? [] : [t('checkByHand.done.text')]),
        ].join(' ')}
        action={
          <div className="check-next">
            {notKnown > 0 && (
              <StateChip
                tone="unknown"
                icon={<IconQuestionMark size={16} />}
                label={t('checkByHand.done.notKnown', counted(notKnown))}
              />
            )}
            {notKnown > 0 && <WasOpen entries={entries} />}
            <div className="inline-row">
              <ToOperations />
              <Button component={Link} href="/today" variant="default">
                {t('closing.result.today')}
              </Button>
            </div>
          </div>
        }
      />
    </div>
  );
}

export function CheckByHandPage() {
  const { t } = useTranslation();
  const counted = useCounted();
  const { incidents, error, load } = useCheckByHand();
  useEffect(() => void load(), [load]);
  const refresh = useCallback(() => void load(), [load]);
  useRefreshKey(refresh);
  const waiting = incidents?.filter(({ confirmed }) => confirmed === null) ?? [];
  const last = incidents?.at(-1);
  return (
    <Page
      title={t('checkByHand.title')}
      headline={
        waiting.length > 0 &&
        t('checkByHand.headline', counted(waiting.reduce((sum, { entries }) => sum + entries.length, 0)))
      }
    >
      <div className="page-scroll">
        {error && <ErrorNotice error={error} onRetry={refresh} />}
        {waiting.length > 0 ? (
          <div className="check">
            <div className="check-list">
              {waiting.map((incident) => (
                <EntryList key={incident.kept} incident={incident} />
              ))}
              {waiting.map((incident) => (
                <WhatHappened key={incident.kept} incident={incident} />
              ))}
            </div>
            <ConfirmChecked />
          </div>
        ) : (
          incidents &&
          (last?.confirmed ? <Done confirmed={last.confirmed} entries={last.entries} /> : <Nothing />)
        )}
      </div>
    </Page>
  );
}
