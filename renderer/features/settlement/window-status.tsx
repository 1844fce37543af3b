/** A window's state, icon and word; a word we do not know is shown as it is. */
import { IconBuildingBank, IconClockHour4, IconLock, IconQuestionMark } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SettlementWindow } from '#shared/contract/settlement.ts';
import { StateChip } from '../../components/state-chip.tsx';

export function WindowStatus({ status }: Pick<SettlementWindow, 'status'>) {
  const { t } = useTranslation();
  if (status === null) return <span className="muted">—</span>;
  if (status.kind === 'unknown')
    return <StateChip tone="neutral" icon={<IconQuestionMark size={16} />} label={status.raw} />;
  switch (status.value) {
    case 'OPEN':
      return (
        <StateChip tone="accent" icon={<IconClockHour4 size={16} />} label={t('settlement.status.OPEN')} />
      );
    case 'CLOSED':
      return <StateChip tone="neutral" icon={<IconLock size={16} />} label={t('settlement.status.CLOSED')} />;
    case 'SETTLED':
      return (
        <StateChip tone="good" icon={<IconBuildingBank size={16} />} label={t('settlement.status.SETTLED')} />
      );
  }
}
