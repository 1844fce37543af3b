/** PCs whose entries at head office do not fit, with what does not fit from where on; and those whose closes are of a newer Closeout. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../app-store.ts';
import { formatCount } from '../../i18n/format.ts';
import { useHeadOffice } from './store.ts';

export function BrokenPcs() {
  const { t } = useTranslation();
  const locale = useLocale();
  const pcs = useHeadOffice(({ standing }) => standing?.pcs);
  return pcs?.map(({ id, name, broken, unreadCloses }) => (
    <Fragment key={id}>
      {broken && (
        <div className="banner" data-tone="bad" role="alert">
          <IconAlertTriangle size={18} />
          <span>
            {t('headOffice.broken', {
              name,
              number: formatCount(broken.seq, locale),
              problem: t(`headOffice.problem.${broken.problem}`),
            })}
          </span>
        </div>
      )}
      {unreadCloses > 0 && (
        <div className="banner" data-tone="late" role="status">
          <IconAlertTriangle size={18} />
          <span>
            {t('headOffice.unreadCloses', {
              name,
              count: unreadCloses,
              number: formatCount(unreadCloses, locale),
            })}
          </span>
        </div>
      )}
    </Fragment>
  ));
}
