/** What is about to be shown is still being read. */
import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function OpeningNotice() {
  const { t } = useTranslation();
  return (
    <p className="row muted" role="status">
      <Loader size="sm" /> {t('app.opening')}
    </p>
  );
}
