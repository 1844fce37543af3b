/** Why a button is off. It stands apart from PINs and approvals: the first screen has it, too. */
import { useTranslation } from 'react-i18next';
import { useLocale } from '../app-store.ts';
import { formatList } from '../i18n/format.ts';
import { BesideActs } from './dialog-foot.tsx';

/** Says in one line why the buttons are off. */
export function StillMissing({ names }: { names: readonly string[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <BesideActs>
      <div className="muted size-13" role="status" data-testid="still-missing">
        {names.length > 0 &&
          t('people.confirm.missing', {
            names: formatList(
              names.map((name) => t('people.confirm.named', { name })),
              locale,
            ),
          })}
      </div>
    </BesideActs>
  );
}
