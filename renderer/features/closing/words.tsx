/** Words for the obstacles of a step, and the words that other parts share. */
import { useTranslation } from 'react-i18next';
import type { ClosingBlock } from '#shared/domain/closing.ts';
import { useCounted } from '../../components/counted.ts';

export { DifferenceText, useBranchName, ZName } from '../../components/close-words.tsx';
export { useLineName, useTypeName } from '../../components/line-names.ts';

export function useBlockText(): (blocked: { reason: ClosingBlock; count: number }) => string {
  const { t } = useTranslation();
  const counted = useCounted();
  return ({ reason, count }) => t(`closing.block.${reason}`, counted(count));
}
