/** An error in the words of the screen: what happened, what the gateway said, what to do next. */
import { Alert, Anchor, Button } from '@mantine/core';
import { IconAlertTriangle, IconQuestionMark } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { causeOf, isAnswerLost, type AppError } from '#shared/errors/app-error.ts';
import { useLocale, useNowMs } from '../app-store.ts';
import { parseMoney } from '#shared/money/money.ts';
import { formatMoney, formatTime, formatZNumber, type Locale } from '../i18n/format.ts';
import { operationText } from './operation-text.ts';

/** True if the answer came, in another form than Closeout reads: its page says more. */
const isOtherForm = ({ kind, code }: AppError): boolean =>
  kind === 'gateway' && (code === 'other-form' || code === 'form-changed');

/** Amounts of a limit as the screen shows them, where their currency was told. */
function amountsOf({ params }: AppError, locale: Locale): Record<string, string> {
  const { currency } = params;
  if (typeof currency !== 'string') return {};
  return Object.fromEntries(
    ['limit', 'requested', 'remaining'].flatMap((name) => {
      const amount = parseMoney(String(params[name] ?? ''), currency);
      return amount.ok ? [[name, formatMoney(amount.value, locale)]] : [];
    }),
  );
}

/** The sentence of an error, what to do about it, and the gateway's own words in the language of the screen. */
export function useErrorText(): (error: AppError) => { title: string; next: string; said: string | null } {
  const { t } = useTranslation();
  const locale = useLocale();
  const { language } = locale;
  const nowMs = useNowMs();
  return (error) => {
    const key = `${error.kind}.${error.code}`;
    const { number, atMs } = error.params;
    // The only number that closing's errors have is that of a Z.
    const z = error.kind === 'closing' && typeof number === 'number' && { number: formatZNumber(number) };
    const params = {
      ...error.params,
      ...(isOtherForm(error) && {
        operation: operationText(t, String(error.params['operation'])),
      }),
      ...amountsOf(error, locale),
      ...z,
      ...(typeof atMs === 'number' && { time: formatTime(atMs, nowMs, locale) }),
      status: error.httpStatus ?? '',
      context: causeOf(error),
    };
    const { path } = error.params;
    // A path that is only assumed is named, with the file that can name another.
    const withPath = (next: string) =>
      error.code === 'not-offered' && path !== undefined
        ? `${next} ${t('errors.assumedPath', { path: `\u2066${path}\u2069` })}`
        : next;
    return {
      title: t([`errors.${key}.title`, 'errors.internal.unexpected.title'], params),
      next: withPath(t([`errors.${key}.next`, 'errors.internal.unexpected.next'], params)),
      said: (language === 'ar' ? error.messages?.ar : error.messages?.en) ?? error.messages?.en ?? null,
    };
  };
}

export function ErrorNotice({ error, onRetry }: { error: AppError; onRetry?: () => void }) {
  const { t } = useTranslation();
  const { title, next, said } = useErrorText()(error);
  // It may have been done: that is no failure, and nothing to try again.
  const lost = isAnswerLost(error);
  const Icon = lost ? IconQuestionMark : IconAlertTriangle;
  return (
    <Alert
      color={lost ? 'violet' : 'red'}
      variant="light"
      icon={<Icon size={20} />}
      title={title}
      role="alert"
    >
      {said !== null && (
        <div>
          {t('errors.said')} <q>{said}</q>
        </div>
      )}
      <div>{next}</div>
      {isOtherForm(error) && (
        <Anchor component={Link} href="/settings/answers" size="sm">
          {t('answers.title')}
        </Anchor>
      )}
      {onRetry && !lost && (
        <Button mt="sm" size="xs" variant="default" onClick={onRetry}>
          {t('app.actions.retry')}
        </Button>
      )}
    </Alert>
  );
}
