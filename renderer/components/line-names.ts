/** Names of the lines of a count, in words. They go by nothing but the texts, so that paper can use them, too. */
import { useTranslation } from 'react-i18next';
import type { LineName } from '#shared/domain/closing.ts';

export function useTypeName(): (paymentType: string | null) => string {
  const { t } = useTranslation();
  return (paymentType) =>
    paymentType === null
      ? t('closing.noType')
      : t(`terminals.paymentType.${paymentType}`, { defaultValue: paymentType });
}

/** What a line of a count is of: "Till 3 · Sales", or the payment type. */
export function useLineName(
  terminals: readonly { terminalId: string; label: string }[],
): (line: LineName) => string {
  const { t } = useTranslation();
  const typeName = useTypeName();
  return ({ paymentType, terminalId, side }) => {
    if (!side) return typeName(paymentType);
    const label = terminals.find((one) => one.terminalId === terminalId)?.label ?? terminalId ?? '';
    return `${label} · ${t(`closing.side.${side}`)}`;
  };
}
