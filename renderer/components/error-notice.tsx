/** An error in the words of the screen: what happened, what the gateway said, what to do next. */
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#shared/errors/app-error.ts';
import { useLocale } from '../app-store.ts';
import { formatZNumber } from '../i18n/format.ts';

/** The sentence of an error, what to do about it, and the gateway's own words in the language of the screen. */
export function useErrorText(): (error: AppError) => { title: string; next: string; said: string | null } {
  const { t } = useTranslation();
  const { language } = useLocale();
  return (error) => {
    const key = `${error.kind}.${error.code}`;
    const { cause, what } = error.params;
    // Some errors have a sentence for each cause; a place in a chain that does not fit is one of them.
    const context = String(cause ?? (what === undefined ? '' : 'broken'));
    const { number } = error.params;
    // The only number that closing's errors have is that of a Z.
    const z = error.kind === 'closing' && typeof number === 'number' && { number: formatZNumber(number) };
    const params = { ...error.params, ...z, status: error.httpStatus ?? '', context };
    return {
      title: t([`errors.${key}.title`, 'errors.internal.unexpected.title'], params),
      next: t([`errors.${key}.next`, 'errors.internal.unexpected.next'], params),
      said: (language === 'ar' ? error.messages?.ar : error.messages?.en) ?? error.messages?.en ?? null,
    };
  };
}

export function ErrorNotice({ error, onRetry }: { error: AppError; onRetry?: () => void }) {
  const { t } = useTranslation();
  const { title, next, said } = useErrorText()(error);
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle size={20} />} title={title} role="alert">
      {said !== null && (
        <div>
          {t('errors.said')} <q>{said}</q>
        </div>
      )}
      <div>{next}</div>
      {onRetry && (
        <Button mt="sm" size="xs" variant="default" onClick={onRetry}>
          {t('app.actions.retry')}
        </Button>
      )}
    </Alert>
  );
}
