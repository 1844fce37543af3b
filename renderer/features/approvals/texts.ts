/** What a request asks for, in one line. */
import { useTranslation } from 'react-i18next';
import type { ApprovalRequest } from '#shared/contract/approvals.ts';
import { movementKinds } from '#shared/domain/operation.ts';
import { useLocale } from '../../app-store.ts';
import { useBranchName } from '../../components/close-texts.tsx';
import { exceptionPath } from '../../components/exception-path.ts';
import { typeText } from '../../components/exception-texts.tsx';
import { isSurplus } from '../../components/write-off.ts';
import { formatAmounts, formatDate, formatList } from '../../i18n/format.ts';
import { usePeople } from '../../people-store.ts';
import { useHeadOffice } from '../head-office/index.tsx';
import { isolated } from '../../i18n/isolated.ts';

/** What is shown of a request, wherever it was asked for. */
export type Asked = Pick<
  ApprovalRequest,
  | 'kind'
  | 'operation'
  | 'closing'
  | 'resolution'
  | 'offer'
  | 'exceptions'
  | 'differences'
  | 'authorized'
  | 'totals'
  | 'note'
  | 'requestedBy'
  | 'atMs'
>;

/** Who asked for it cannot approve it: who can, by name, where nobody on another PC can as well. */
export function useWaitsFor({ requestedById }: Pick<ApprovalRequest, 'requestedById'>): string {
  const { t } = useTranslation();
  const locale = useLocale();
  const people = usePeople(({ state }) => state?.people);
  const isInChain = useHeadOffice(({ membership }) => membership !== null);
  const names = (people ?? [])
    .filter(({ personId, mayApprove }) => mayApprove && personId !== requestedById)
    .map(({ name }) => isolated(name));
  return names.length === 0 || isInChain
    ? t('people.approvals.own')
    : t('people.approvals.ownBy', { names: formatList(names, locale) });
}

/** The context of its texts: where more came than our records say, nothing is given up. */
export function asSurplus({ kind, exceptions: [first] }: Pick<Asked, 'kind' | 'exceptions'>): {
  context?: 'more';
} {
  return kind === 'write-off' && first && isSurplus(first.exception) ? { context: 'more' } : {};
}

export function useRequestName(): (request: Asked) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  const branchName = useBranchName();
  return (request) => {
    const {
      kind,
      operation,
      closing,
      exceptions: [first],
    } = request;
    const movement = movementKinds.find((one) => one === kind);
    if (movement) return t(`operations.kind.${movement}`);
    const exception = first && typeText(t, first.exception.type, first.exception.comparison);
    return t(`people.approvals.kind.${kind}`, {
      ...asSurplus(request),
      what: operation ? t(`operations.kind.${operation.kind}`) : exception,
      date: closing ? formatDate(closing.businessDate, 'day', locale) : '',
      branch: closing ? branchName(closing) : '',
    });
  };
}

/** What a dialog that approves it says: its title, what follows, and the act with its amount. */
export function useApprovalWords(): (request: Asked) => { title: string; consequence: string; act: string } {
  const { t } = useTranslation();
  const locale = useLocale();
  const branchName = useBranchName();
  const requestName = useRequestName();
  return (request) => {
    const { kind, totals } = request;
    const amount = formatAmounts(
      totals.map(({ amount }) => amount),
      locale,
    );
    const act = t(`people.approvals.approveAs.${kind}`, { amount, ...asSurplus(request) });
    const titleOf = () => {
      if (kind === 'write-off') return act;
      if (!request.closing || (kind !== 'close-day' && kind !== 'close-provisional'))
        return requestName(request);
      return t(`people.approvals.approveTitle.${kind}`, {
        date: formatDate(request.closing.businessDate, 'day', locale),
        branch: branchName(request.closing),
      });
    };
    return {
      title: titleOf(),
      consequence: t(`people.approvals.consequence.${kind}`, asSurplus(request)),
      act,
    };
  };
}

/** What it asks for issues a Z. */
export const closesDay = ({ kind }: Pick<ApprovalRequest, 'kind'>): boolean =>
  kind === 'close-day' || kind === 'close-provisional';

/** A close that was carried out, as a fact: an order to close it would be read as not done. Null for any other request. */
export function useEndedName(): (request: ApprovalRequest) => string | null {
  const { t } = useTranslation();
  const locale = useLocale();
  const branchName = useBranchName();
  return (request) =>
    request.closing && closesDay(request)
      ? t(`people.approvals.ended.${request.kind}`, {
          date: formatDate(request.closing.businessDate, 'day', locale),
          branch: branchName(request.closing),
        })
      : null;
}

/** The page that shows what a request is about. */
export function placeOf({ kind, closing, operation, exceptions: [first] }: ApprovalRequest) {
  if (first) {
    const { comparison, key } = first.exception;
    return kind === 'write-off'
      ? { href: exceptionPath(comparison, key), words: 'openException' as const }
      : { href: `/reconcile/${comparison}`, words: 'openReconciliation' as const };
  }
  return closing && kind !== 'carry-operation'
    ? { href: `/close/day/${closing.closingId}`, words: 'openDay' as const }
    : { href: operation && `/operations/${operation.opId}`, words: 'openOperation' as const };
}
