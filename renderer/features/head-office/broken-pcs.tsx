/** PCs whose entries at head office do not fit: each is named, with what does not fit from where on. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../app-store.ts';
import { formatCount } from '../../i18n/format.ts';
import { useHeadOffice } from './store.ts';

export function BrokenPcs() {
  const { t } = useTranslation();
  const locale = useLocale();
  const pcs = useHeadOffice(({ standing }) => standing?.pcs);
  return pcs?.map(
    ({ id, name, broken }) =>
      broken && (
        <div key={id} className="banner" data-tone="bad" role="alert">
          <IconAlertTriangle size={18} />
          <span>
            {t('headOffice.broken', {
              name,
              number: formatCount(broken.seq, locale),
              problem: t(`headOffice.problem.${broken.problem}`),
            })}
          </span>
        </div>
      ),
  );
}
