/** How a request of another PC is named. */
import { useTranslation } from 'react-i18next';
import type { OtherApproval } from '#shared/contract/approvals.ts';

/** A name among words of the other direction. */
export const apart = (name: string): string => `\u2068${name}\u2069`;

/** The PC and its branch; one that sees every branch says so. */
export function useWhere(): (request: OtherApproval) => string {
  const { t } = useTranslation();
  return ({ pc: { name, branch } }) =>
    t('people.approvals.others.where', {
      pc: apart(name),
      branch: branch === '' ? t('people.approvals.others.everyBranch') : apart(branch),
    });
}
