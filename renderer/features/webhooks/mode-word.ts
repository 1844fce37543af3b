/** The mode of a webhook in words. Practice has the modes of the gateway, and nothing in it is live. */
import { useTranslation } from 'react-i18next';
import type { WebhookMode } from '#shared/domain/webhook.ts';
import { useActiveProfile } from '../../app-store.ts';

export function useModeWord(): (mode: WebhookMode) => string {
  const { t } = useTranslation();
  const isPractice = useActiveProfile()?.environment === 'practice';
  return (mode) => (isPractice && mode === 'live' ? t('webhooks.practised') : t(`kept.word.${mode}`));
}
