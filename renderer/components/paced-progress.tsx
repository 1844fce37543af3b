/** How far work is that is sent one after another, what it waits for, and the button that stops it. */
import { Button, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PacedWork } from '#shared/contract/paced.ts';
import { useLocale, useNowMs } from '../app-store.ts';
import { formatCount } from '../i18n/format.ts';
import { useErrorText } from './error-notice.tsx';

type Props = {
  readonly work: PacedWork;
  /** What is done, as a name for the bar. */
  readonly label: string;
  /** The sentence with both counts. */
  readonly progress: string;
  readonly onStop: () => void;
};

export function PacedProgress({ work, label, progress, onStop }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const errorText = useErrorText();
  const { done, total, waitsUntilMs, isPaused, error } = work;
  const seconds = waitsUntilMs === null ? 0 : Math.ceil((waitsUntilMs - nowMs) / 1_000);
  const isLate = isPaused || waitsUntilMs !== null;
  return (
    <div className="banner" data-tone={isLate ? 'late' : undefined} role="status">
      <Progress
        w={160}
        value={total > 0 ? (100 * done) / total : 100}
        animated={total === 0}
        aria-label={label}
      />
      <span>
        {progress}
        {isPaused && ` ${t('paced.paused')}`}
        {error && ` ${errorText(error).title}`}
        {seconds > 0 && ` ${t('paced.goesOn', { seconds: formatCount(seconds, locale) })}`}
      </span>
      <Button size="compact-xs" variant="subtle" color="gray" onClick={onStop}>
        {t('paced.stop')}
      </Button>
    </div>
  );
}
