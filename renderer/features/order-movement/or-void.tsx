/** The way from a refund to a void. */
import { Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** While nothing is settled a void is the better way back. */
export function OrVoid({ busy, onVoid }: { busy: boolean; onVoid: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="banner" role="note">
      <IconInfoCircle size={18} />
      <span>{t('payments.move.refund.orVoid')}</span>
      <Button size="compact-sm" variant="default" style={{ flexShrink: 0 }} disabled={busy} onClick={onVoid}>
        {t('payments.move.refund.voidInstead')}
      </Button>
    </div>
  );
}
