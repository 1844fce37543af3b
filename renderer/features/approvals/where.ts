/** How a request of another PC is named. */
import { useTranslation } from 'react-i18next';
import type { OtherApproval } from '#shared/contract/approvals.ts';
import { isolated } from '../../i18n/isolated.ts';

/** The PC and its branch; one that sees every branch says so. */
export function useWhere(): (request: OtherApproval) => string {
  const { t } = useTranslation();
  return ({ pc: { name, branch } }) =>
    t('people.approvals.others.where', {
      pc: isolated(name),
      branch: branch === '' ? t('people.approvals.others.everyBranch') : isolated(branch),
    });
}
