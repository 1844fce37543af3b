/** Deliveries of webhooks: collecting them, and sending those that failed again, with how far it is. */
import { Select } from '@mantine/core';
import { IconAlertTriangle, IconCloudDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeliveryWork } from '#shared/contract/deliveries.ts';
import { call } from '../../api/client.ts';
import { useCanMoveMoney } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { useErrorText } from '../../components/error-notice.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { PacedProgress } from '../../components/paced-progress.tsx';
import { orTell } from '../../components/tell-error.tsx';
import { useInThisMode } from './in-this-mode.ts';
import { useFailed, useWork } from './work.ts';

export { DeliveryActs } from './delivery-acts.tsx';

const PERIODS = ['1', '7', '30', '90'] as const;

/** In the head: for how far back, and the act. */
export function CollectDeliveries() {
  const { t } = useTranslation();
  const work = useWork();
  const guard = useInThisMode({ allowed: true });
  const [days, setDays] = useState('7');
  return (
    <>
      <Select
        w={132}
        aria-label={t('deliveries.period')}
        allowDeselect={false}
        data={PERIODS.map((value) => ({ value, label: t(`deliveries.days.${value}`) }))}
        value={days}
        onChange={(value) => setDays(value ?? '7')}
      />
      <GuardedButton
        guard={guard}
        variant="default"
        leftSection={<IconCloudDownload size={16} />}
        loading={work?.ended === null && work.what === 'collect'}
        disabled={work?.ended === null}
        onClick={() => void orTell(call('deliveries.collect', { days: Number(days) }))}
      >
        {t('deliveries.collect')}
      </GuardedButton>
    </>
  );
}

/** How the last work ended, if that is not plain from the list. */
function Ended({ work }: { work: DeliveryWork }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const errorText = useErrorText();
  const { what, ended, error, delivered, notTaken, notKnown, passed, done, total, missing } = work;
  if (what === 'collect' && ended === 'whole' && missing.length === 0) return null;
  const isGood = ended === 'whole' && missing.length === 0 && notTaken + notKnown === 0;
  const counts = { delivered, notTaken, notKnown, passed };
  const parts = (Object.keys(counts) as (keyof typeof counts)[]).filter((one) => counts[one] > 0);
  return (
    <div className="banner" data-tone={isGood ? 'good' : 'late'} role="status" data-testid="delivery-work">
      <span>
        {ended !== 'whole' &&
          `${t(`deliveries.ended.${ended ?? 'failed'}`, { left: counted(total - done).number })} `}
        {what === 'resend' &&
          parts.map((one) => t(`deliveries.counts.${one}`, counted(counts[one]))).join(' · ')}
        {missing.map((one) => ` ${t(`deliveries.missing.${one}`)}`)}
        {ended === 'failed' && error && ` ${errorText(error).title} ${errorText(error).next}`}
      </span>
    </div>
  );
}

/** Above the list: the work, and those that failed. `toWebhook`: what the list is narrowed to. */
export function DeliveriesWork({ toWebhook }: { toWebhook: string | null }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const work = useWork();
  const failed = useFailed(toWebhook);
  const guard = useInThisMode(useCanMoveMoney('integration'));
  const [asked, setAsked] = useState(false);
  if (work?.ended === null)
    return (
      <PacedProgress
        work={work}
        label={t(`deliveries.underWay.${work.what}`)}
        progress={t(`deliveries.progress.${work.what}`, {
          done: counted(work.done).number,
          total: counted(work.total).number,
        })}
        onStop={() => void orTell(call('deliveries.stopWork', {}))}
      />
    );
  const resend = async () => {
    const answer = await call('deliveries.resendFailed', { toWebhook });
    return answer.ok ? null : answer.error;
  };
  return (
    <>
      {work && <Ended work={work} />}
      {failed !== null && failed > 0 && (
        <div className="banner" data-tone="late" role="status" data-testid="deliveries-failed">
          <IconAlertTriangle size={18} />
          <span>{t('deliveries.failed', counted(failed))}</span>
          <GuardedButton guard={guard} size="compact-sm" variant="default" onClick={() => setAsked(true)}>
            {t('deliveries.resendThem', counted(failed))}
          </GuardedButton>
        </div>
      )}
      {asked && (
        <FormDialog
          title={t('deliveries.resendFailed', counted(failed ?? 0))}
          action={t('deliveries.resendFailed', counted(failed ?? 0))}
          ready
          onSave={resend}
          onClose={() => setAsked(false)}
        >
          <p>{t('deliveries.resendMany', counted(failed ?? 0))}</p>
        </FormDialog>
      )}
    </>
  );
}
