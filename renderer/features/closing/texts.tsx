/** Words for the obstacles of a step, and the words that other parts share. */
import { useTranslation } from 'react-i18next';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import type { ClosingBlock } from '#shared/domain/closing.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { formatCount } from '../../i18n/format.ts';

export { DifferenceText, useBranchName, ZName } from '../../components/close-texts.tsx';
export { useLineName, useTypeName } from '../../components/line-names.ts';

type Blocked = { reason: ClosingBlock; count: number };

/** A step that waits names the step that it waits for. */
export function useBlockText({ steps }: Pick<ClosingDetail, 'steps'>): (blocked: Blocked) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const step = formatCount(steps.findIndex(({ done }) => !done) + 1, locale);
  return ({ reason, count }) => t(`closing.block.${reason}`, { ...counted(count), step });
}
