/** Why a button is off. It stands apart from PINs and approvals: the first screen has it, too. */
import { useTranslation } from 'react-i18next';
import { useLocale } from '../app-store.ts';
import { formatList } from '../i18n/format.ts';
import { BesideActs } from './dialog-foot.tsx';

/**
 * The line beside a dialog's buttons that names the empty fields. `names`: fields that every button needs; they come first.
 * `second`: fields that only the button that acts here needs, and the one that sends for approval does not.
 */
export function StillMissing({
  names,
  second = [],
}: {
  names: readonly string[];
  second?: readonly string[];
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const listed = (of: readonly string[]) =>
    formatList(
      of.map((name) => t('people.confirm.named', { name })),
      locale,
    );
  return (
    <BesideActs>
      <div className="muted size-13" role="status" data-testid="still-missing">
        {names.length > 0 && <div>{t('people.confirm.missing', { names: listed(names) })}</div>}
        {second.length > 0 && (
          <div>
            {t(`people.confirm.${names.length > 0 ? 'missingHere' : 'missingSecond'}`, {
              second: listed(second),
            })}
          </div>
        )}
      </div>
    </BesideActs>
  );
}
