/**
 * What is sent to others: a transfer; and transfers that the gateway repeats: a new one, stopping one, and what comes in the
 * next thirty days.
 */
import { useHotkeys } from '@mantine/hooks';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeptRow } from '#shared/contract/kept.ts';
import type { Changed } from '#shared/contract/making.ts';
import { call, on } from '../../api/client.ts';
import { useCanMoveMoney, useLocale, useOffered } from '../../app-store.ts';
import { useAskedAgain } from '../../components/asked-again.ts';
import { useCounted } from '../../components/counted.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { NewScheduleDialog } from './schedule-dialog.tsx';

export { NewTransfer } from './new-transfer.tsx';
export { RecipientsPage } from './recipients-page.tsx';
export { BulkTransfer, PayFailedAgain } from './bulk.tsx';
export { BatchMembers, SentBatch } from './batch.tsx';
export { SentActs } from './sent-acts.tsx';

export function NewSchedule() {
  const { t } = useTranslation();
  const guard = useOffered('payouts.create-scheduler', useCanMoveMoney('payouts'));
  const [isNew, setNew] = useState(false);
  useHotkeys([['N', () => guard.allowed && setNew(true), { usePhysicalKeys: true }]]);
  return (
    <>
      <GuardedButton guard={guard} leftSection={<IconPlus size={16} />} onClick={() => setNew(true)}>
        {t('transfers.new')}
      </GuardedButton>
      {isNew && <NewScheduleDialog onClose={() => setNew(false)} />}
    </>
  );
}

export function ScheduleActs({ row: { key, cells, isGone } }: { row: KeptRow }) {
  const { t } = useTranslation();
  const guard = useOffered('payouts.deactivate-scheduler', useCanMoveMoney('payouts'));
  const [asked, setAsked] = useState(false);
  const [ending, setEnding] = useState<Changed | null>(null);
  const isActive = cells.scheduleState?.is === 'text' && cells.scheduleState.text === 'ACTIVE';
  const stop = async () => {
    const answer = await call('transfers.stopSchedule', { key });
    if (!answer.ok) return answer.error;
    setEnding(answer.value.ending);
    return null;
  };
  return (
    <>
      {ending && (
        <div className="banner" data-tone={ending === 'not-known' ? 'unknown' : 'good'} role="status">
          {t(`transfers.stop.ending.${ending === 'not-known' ? 'not-known' : 'done'}`)}
        </div>
      )}
      {isActive && !isGone && (
        <div>
          <GuardedButton guard={guard} variant="default" onClick={() => setAsked(true)}>
            {t('transfers.stop.action')}
          </GuardedButton>
        </div>
      )}
      {asked && (
        <FormDialog
          title={t('transfers.stop.action')}
          action={t('transfers.stop.action')}
          ready
          onSave={stop}
          onClose={() => setAsked(false)}
        >
          <p>{t('transfers.stop.consequence')}</p>
        </FormDialog>
      )}
    </>
  );
}

const askForecast = () => call('transfers.forecast', {});
function onLists(again: () => void): () => void {
  return on('kept.changed', ({ name }) => {
    if (name === 'schedules' || name === 'balances') again();
  });
}

/** Above the list: whether the balance bears what comes. Nothing that comes in meanwhile is counted. */
export function Forecast() {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const forecast = useAskedAgain(askForecast, onLists);
  if (forecast === null || forecast.runs + forecast.unknown === 0) return null;
  const { runs, unknown, total, available, short } = forecast;
  return (
    <div className="banner" data-tone={short ? 'late' : undefined} role="status" data-testid="forecast">
      {short && <IconAlertTriangle size={18} />}
      <span>
        {t('transfers.forecast.runs', { ...counted(runs), total: formatMoney(total, locale) })}{' '}
        {available === null
          ? t('transfers.forecast.noBalance')
          : t('transfers.forecast.available', { available: formatMoney(available, locale) })}{' '}
        {short && (
          <strong>
            {t('transfers.forecast.short', { by: formatMoney(short.by, locale) })}{' '}
            <TimeText atMs={short.atMs} dated />
          </strong>
        )}
        {unknown > 0 && ` ${t('transfers.forecast.unknown', counted(unknown))}`}
      </span>
    </div>
  );
}
