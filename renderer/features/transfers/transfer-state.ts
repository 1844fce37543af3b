/** The state of a transfer or a batch in words. An unknown state is shown as the gateway wrote it. */
import { useTranslation } from 'react-i18next';
import { transferBatchStatuses } from '#shared/domain/payout.ts';

export function useTransferState(): (status: string | null) => string {
  const { t } = useTranslation();
  return (status) => {
    const known = transferBatchStatuses.find((one) => one === status);
    return known ? t(`kept.word.${known}`) : (status ?? t('transfers.send.notGiven'));
  };
}
