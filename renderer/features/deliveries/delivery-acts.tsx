/** Sending one delivery again: once, and not again within half a minute (§8). */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResentEnding } from '#shared/contract/deliveries.ts';
import type { KeptRow } from '#shared/contract/kept.ts';
import { call } from '../../api/client.ts';
import { useCanMoveMoney, useLocale, type MayMove } from '../../app-store.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { formatCount } from '../../i18n/format.ts';
import { useInThisMode, useSecondsTo } from './in-this-mode.ts';

const COOL_DOWN_MS = 30_000;
const TONES = { delivered: 'good', 'not-taken': 'late', sent: 'unknown', 'not-known': 'unknown' } as const;

export function DeliveryActs({ row: { key, cells } }: { row: KeptRow }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [asked, setAsked] = useState(false);
  const [ending, setEnding] = useState<ResentEnding | null>(null);
  const [againAtMs, setAgainAtMs] = useState<number | null>(null);
  const seconds = useSecondsTo(againAtMs);
  const may = useInThisMode(useCanMoveMoney('integration'));
  const guard: MayMove =
    may.allowed && seconds !== null
      ? { allowed: false, reason: t('deliveries.wait', { seconds: formatCount(seconds, locale) }) }
      : may;
  const resend = async () => {
    setEnding(null);
    const answer = await call('deliveries.resend', { key });
    if (!answer.ok) return answer.error;
    setEnding(answer.value.ending);
    setAgainAtMs(Date.now() + COOL_DOWN_MS);
    return null;
  };
  const state = cells.deliveryState?.is === 'text' ? cells.deliveryState.text : null;
  const hasFailed = state === 'failed';
  // A record without an id cannot be named to the gateway.
  if (!cells.recordId) return null;
  return (
    <>
      {ending && (
        <div className="banner" data-tone={TONES[ending]} role="status">
          {t(`deliveries.ending.${ending}`)}
        </div>
      )}
      <div>
        <GuardedButton
          guard={guard}
          variant={hasFailed ? 'filled' : 'default'}
          onClick={() => setAsked(true)}
        >
          {t('deliveries.resend')}
        </GuardedButton>
      </div>
      {asked && (
        <FormDialog
          title={t('deliveries.resend')}
          action={t('deliveries.resend')}
          ready
          onSave={resend}
          onClose={() => setAsked(false)}
        >
          {state === 'delivered' && <p>{t('deliveries.resendTaken')}</p>}
          <p>{t('deliveries.resendOne')}</p>
        </FormDialog>
      )}
    </>
  );
}
