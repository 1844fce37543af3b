/** Brings together what this PC has claimed and what is open here: given back with its ending, claimed again where it is gone. */
import type { HeadOfficeStanding } from '#shared/contract/head-office.ts';
import { isDone, isEnded } from '#shared/domain/operation.ts';
import type { ProfileContext } from '../context.ts';
import { claimOfRecord } from '../operations/index.ts';
import { askFor, type Held } from './claim-taking.ts';
import type { SubjectTurns } from './subject-turns.ts';

const AGAIN_MS = 5_000;
const MOST_OPEN = 500;

type Needs = {
  readonly held: () => Held | null;
  readonly turns: SubjectTurns;
  /** Operations that are under way in this process. */
  readonly inHand: ReadonlySet<string>;
};

/** Claims what is open here and not among these claims. Answers whether something is left: it was under way, or not answered. */
async function claimOpen(
  context: ProfileContext,
  { turns, inHand }: Needs,
  now: Held,
  own: ReadonlySet<string>,
): Promise<boolean> {
  let isLeft = false;
  const asked = { scope: 'open', kind: null, afterSeq: null, limit: MOST_OPEN } as const;
  for (const record of await context.db.call('journal.page', asked)) {
    const { opId } = record;
    if (own.has(opId)) continue;
    if (inHand.has(opId)) {
      isLeft = true;
      continue;
    }
    const answer = await turns.inTurn(opId, async () =>
      askFor(context, now, await claimOfRecord(context, record)),
    );
    isLeft ||= !answer.ok;
    if (answer.ok && answer.value.kind === 'held')
      context.log.warn('claimed-elsewhere', { opId, pc: answer.value.by.pc });
  }
  return isLeft;
}

export function createSettling(context: ProfileContext, needs: Needs) {
  const { held, turns, inHand } = needs;
  const { db, clock, log } = context;
  /** Went on without a claim, or could not give theirs back. */
  const owed = new Set<string>();
  let isDoubtful = false;
  let cancelTimer: (() => void) | null = null;
  let cancelHearing: (() => void) | null = null;

  /** Gives back what has ended, and what was never begun: a process may end between its claim and its intent. */
  async function settle(opId: string): Promise<void> {
    const now = held();
    if (!now || inHand.has(opId)) return;
    const record = await db.call('journal.get', opId);
    // In a journal that is an older copy, what is not there may have been sent: a person takes it over.
    if (record === null ? isDoubtful : !isEnded(record.state)) return;
    const moved = record !== null && isDone(record.state);
    // What moved without a claim is told all the same: the others ask what has been moved.
    if (record && moved && owed.has(opId)) await askFor(context, now, await claimOfRecord(context, record));
    const given = await now.thread.giveBack(opId, moved);
    if (given.ok) return void owed.delete(opId);
    owed.add(opId);
    cancelTimer ??= clock.after(AGAIN_MS, () => {
      cancelTimer = null;
      for (const one of owed) changed(one);
    });
  }

  const changed = (opId: string): void =>
    void turns
      .inTurn(opId, () => settle(opId))
      .catch((error: unknown) => log.warn('claim-not-given-back', { opId, error: String(error) }));

  /** Head office was asked. It may have been restored, or away when something began here. */
  async function heard({ failure, isAsked, claims, pcs }: HeadOfficeStanding): Promise<void> {
    const now = held();
    if (!now || failure !== null || !isAsked) return;
    const self = pcs.find(({ isSelf }) => isSelf)?.id;
    const own = new Set(claims.flatMap(({ pc, opId }) => (pc === self ? [opId] : [])));
    for (const opId of [...own, ...owed]) changed(opId);
    if (await claimOpen(context, needs, now, own))
      cancelHearing ??= clock.after(AGAIN_MS, () => {
        cancelHearing = null;
        const standing = held()?.standing;
        if (standing) hear(standing);
      });
  }
  const hear = (standing: HeadOfficeStanding): void =>
    void heard(standing).catch((error: unknown) => log.warn('claims-not-heard', { error: String(error) }));

  return {
    /** `doubtful`: the journal may be an older copy. */
    begin: (doubtful: boolean) => void (isDoubtful = doubtful),
    stop(): void {
      cancelTimer?.();
      cancelHearing?.();
    },
    changed,
    owe: (opId: string) => void owed.add(opId),

    heard,
  };
}
