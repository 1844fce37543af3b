/** What waits for a close is ended by closing: the act of the page, unless it has to be compared again first. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { hasChangedSince, useReconciliation } from './store.ts';

export function GoToClose() {
  const { t } = useTranslation();
  const isOutOfDate = useReconciliation(hasChangedSince);
  return (
    <Button
      component={Link}
      href="/close/branches"
      size="compact-sm"
      className="cause-act"
      variant={isOutOfDate ? 'default' : 'filled'}
    >
      {t('reconciliation.waitsFor.open.close')}
    </Button>
  );
}
