/** Why two sides are one, in words. */
import { IconHandClick, IconListCheck } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ReconcileMatch } from '#shared/contract/reconciliation-items.ts';

export function ruleText(
  t: TFunction,
  { rule, grouping }: Pick<ReconcileMatch, 'rule' | 'grouping'>,
): string {
  const name = t(`reconciliation.rule.${rule}`);
  return grouping === null ? name : `${name}: ${t(`reconciliation.grouping.${grouping}`)}`;
}

export function RuleText({ match }: { match: ReconcileMatch }) {
  const { t } = useTranslation();
  const Icon = match.rule === 'manual' ? IconHandClick : IconListCheck;
  return (
    <span className="chip">
      <Icon size={16} aria-hidden />
      {ruleText(t, match)}
    </span>
  );
}
