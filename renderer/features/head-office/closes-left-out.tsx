/** Closes of other PCs that a page which adds closes up does not have: each is named, and PCs whose entries do not fit are. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import { call, toldElsewhere, useEvent } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { formatDate } from '../../i18n/format.ts';
import { BrokenPcs } from './broken-pcs.tsx';
import { useHeadOffice } from './store.ts';

type LeftOut = OutputOf<'headOffice.leftOut'>['closes'];

export function ClosesLeftOut() {
  const { t } = useTranslation();
  const locale = useLocale();
  const isMember = useHeadOffice(({ membership }) => membership !== null);
  const [closes, setCloses] = useState<LeftOut>([]);
  const load = useCallback(() => {
    if (!isMember) return;
    void toldElsewhere(
      call('headOffice.leftOut', {}),
      'the page that this note is on says why it reads nothing',
    ).then((found) => found && setCloses(found.closes));
  }, [isMember]);
  useEffect(load, [load]);
  useEvent('headOffice.closes', load);
  return (
    <>
      <BrokenPcs />
      {(isMember ? closes : []).map(({ pcName, branchName, businessDate, number }) => (
        <div key={`${pcName} ${businessDate} ${number}`} className="banner" data-tone="late" role="status">
          <IconAlertTriangle size={18} />
          <span>
            {t('headOffice.closeLeftOut', {
              pc: pcName,
              branch: branchName ?? '—',
              day: formatDate(businessDate, 'dated', locale),
            })}
          </span>
        </div>
      ))}
    </>
  );
}
