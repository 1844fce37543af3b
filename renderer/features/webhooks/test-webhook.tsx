/** Tries a webhook: the gateway sends its server a sample, and says what it answered. */
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import { call } from '../../api/client.ts';
import { useActiveProfile, useLocale, type MayMove } from '../../app-store.ts';
import { useAsk } from '../../components/asked.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FactRow } from '../../components/fact.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { formatCount } from '../../i18n/format.ts';

type Tried = OutputOf<'webhooks.test'>;

function Answered({ delivered, status, body, latencyMs }: Tried) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <div role="status" className="stack-8">
      <div className="banner" data-tone={delivered ? 'good' : 'late'}>
        {t(delivered ? 'webhooks.test.delivered' : 'webhooks.test.failed')}
      </div>
      <dl className="facts">
        <FactRow name={t('webhooks.test.status')}>
          <bdi dir="ltr">{status === null || status === 0 ? t('webhooks.test.none') : status}</bdi>
        </FactRow>
        {latencyMs !== null && (
          <FactRow name={t('webhooks.test.latency')}>
            {t('webhooks.test.ms', { number: formatCount(latencyMs, locale) })}
          </FactRow>
        )}
        {body !== null && body !== '' && (
          <FactRow name={t('webhooks.test.body')}>
            <bdi dir="ltr" className="webhook-body">
              {body}
            </bdi>
          </FactRow>
        )}
      </dl>
    </div>
  );
}

type TestProps = {
  webhookKey: string;
  guard: MayMove;
  /** It is what is done next. */
  isNext: boolean;
};

export function TestWebhook({ webhookKey, guard, isNext }: TestProps) {
  const { t } = useTranslation();
  const profile = useActiveProfile();
  const { value: tried, error, busy, ask } = useAsk<Tried>();
  const test = () => void ask(call('webhooks.test', { key: webhookKey }));
  return (
    <>
      <GuardedButton guard={guard} variant={isNext ? 'filled' : 'default'} loading={busy} onClick={test}>
        {t('webhooks.test.action')}
      </GuardedButton>
      {profile?.environment === 'test' && (
        <span className="told muted size-13">{t('webhooks.test.notInTest')}</span>
      )}
      {(error || tried) && (
        <div className="told stack-8">
          {error && <ErrorNotice error={error} />}
          {tried && <Answered {...tried} />}
        </div>
      )}
    </>
  );
}
