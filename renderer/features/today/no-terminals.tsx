/** Today without a terminal: why there is none, as far as the gateway was asked, and what to do. */
import { IconDeviceMobileDollar } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { useMay } from '../../people-store.ts';
import { AddDialog } from '../terminals/index.tsx';
import { useToday } from './store.ts';

export function NoTerminals() {
  const { t } = useTranslation();
  const list = useToday((state) => state.list);
  const mayManage = useMay('terminals.manage');
  const [adding, setAdding] = useState(false);
  const why = list === null ? 'text' : list.hasList ? 'noneListed' : 'noList';
  return (
    <>
      <EmptyState
        icon={<IconDeviceMobileDollar size={32} />}
        title={t('terminals.empty.title')}
        text={t(`terminals.empty.${why}`)}
        action={
          <GuardedButton guard={mayManage} onClick={() => setAdding(true)}>
            {t('terminals.actions.add')}
          </GuardedButton>
        }
      />
      <AddDialog opened={adding} onClose={() => setAdding(false)} />
    </>
  );
}
