/** Why a branch of the board has no figures. */
import { IconCircleArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { BoardBranch } from '#shared/contract/head-office.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { formatTime } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';

export function NoFigures({ branch: { newer, isGone } }: { branch: BoardBranch }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  if (!newer) return <span className="muted">{t(isGone ? 'today.board.gone' : 'today.board.notTold')}</span>;
  const time = formatTime(newer.toldAtMs, nowMs, locale);
  return (
    <>
      <IconCircleArrowUp size={16} aria-hidden />{' '}
      {t('today.board.newerNow', { name: isolated(newer.pcName), time })}
    </>
  );
}
