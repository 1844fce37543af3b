/** In the place of a list that was never read: nothing is known of it, so it is neither empty nor zero. */
import { IconCloudQuestion } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ReadState } from '#shared/contract/wire.ts';
import { EmptyState } from './empty-state.tsx';
import { useErrorText } from './error-notice.tsx';

type Props = Pick<ReadState, 'lastError'> & {
  /** How it comes to be read, if not by a refresh. */
  text?: string | undefined;
};

export function NotRead({ lastError, text }: Props) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  if (!lastError)
    return (
      <EmptyState
        icon={<IconCloudQuestion size={32} />}
        title={t('app.notRead.title')}
        text={text ?? t('app.notRead.text')}
      />
    );
  const { title, next } = errorText(lastError.error);
  return <EmptyState icon={<IconCloudQuestion size={32} />} title={title} text={next} />;
}
