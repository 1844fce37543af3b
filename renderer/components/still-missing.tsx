/** Why a button is off. It stands apart from PINs and approvals: the first screen has it, too. */
import { useTranslation } from 'react-i18next';
import { useLocale } from '../app-store.ts';
import { formatList } from '../i18n/format.ts';
import { BesideActs } from './dialog-foot.tsx';

/**
 * One line under a dialog's buttons: what still has to be filled in. `names`: what every button needs, so that comes first. `second`:
 * what is needed to do it here, but not to send it for approval.
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
        {names.length > 0
          ? t('people.confirm.missing', { names: listed(names) })
          : second.length > 0 && t('people.confirm.missingSecond', { second: listed(second) })}
      </div>
    </BesideActs>
  );
}
