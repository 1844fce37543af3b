/** Which windows were paid in one, and what the bridge of all of them is called. */
import type { StatementDeposit } from '#shared/contract/bridge.ts';
import type { SettlementWindow } from '#shared/contract/settlement.ts';
import { payoutSubject, togetherSubject } from '#shared/domain/bridge-subject.ts';

export const currencyOf = ({ net, gross, adjustments }: SettlementWindow): string | null =>
  (net ?? gross ?? adjustments)?.currency ?? null;

/** In the order of the list. */
type PaidTogether = {
  readonly subject: string;
  readonly windows: SettlementWindow[];
  readonly windowIds: string[];
};
const groupOf = (subject: string, windows: SettlementWindow[]): PaidTogether => ({
  subject,
  windows,
  windowIds: windows.map(({ windowId }) => windowId),
});

/** They have one bank reference, and one currency. */
function byReference(windows: readonly SettlementWindow[]): PaidTogether[] {
  const groups = Map.groupBy(windows, (window) => {
    const currency = currencyOf(window);
    return window.bankReference === null || currency === null
      ? null
      : payoutSubject(currency, window.bankReference);
  });
  return [...groups].flatMap(([subject, members]) =>
    subject === null || members.length < 2 ? [] : [groupOf(subject, members)],
  );
}

/**
 * Windows of one bank reference, and windows that lines of a statement pay as one where these do not have one reference. By name,
 * and for each window the one that says how it was paid. `lines` pay several windows; a window is in one match of them at most.
 */
export function paidTogether(windows: readonly SettlementWindow[], lines: readonly StatementDeposit[]) {
  const bySubject = new Map<string, PaidTogether>();
  const byWindow = new Map<string, PaidTogether>();
  const add = (group: PaidTogether) => {
    bySubject.set(group.subject, group);
    for (const id of group.windowIds) byWindow.set(id, group);
  };
  byReference(windows).forEach(add);
  for (const { pays: windowIds, amount } of lines) {
    const known = byWindow.get(windowIds[0] ?? '');
    if (windowIds.every((id) => known?.windowIds.includes(id))) continue;
    const members = windows.filter(
      (one) => windowIds.includes(one.windowId) && currencyOf(one) === amount.currency,
    );
    add(groupOf(togetherSubject(windowIds), members));
  }
  return { bySubject, byWindow };
}
