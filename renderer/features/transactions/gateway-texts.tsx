/** Words of the gateway in the language of the screen. A word that we do not know is shown as it came. */
import { useTranslation } from 'react-i18next';

type WordProps = { value: string | null };

export function PaymentType({ value }: WordProps) {
  const { t } = useTranslation();
  return <>{value === null ? '—' : t(`terminals.paymentType.${value}`, { defaultValue: value })}</>;
}
export function EntryMode({ value }: WordProps) {
  const { t } = useTranslation();
  return <>{value === null ? '—' : t(`terminals.entryMode.${value}`, { defaultValue: value })}</>;
}
