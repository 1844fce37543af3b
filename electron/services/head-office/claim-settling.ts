/** Brings together what this PC has claimed and what is open here: given back with its ending, claimed again where it is gone. */
import type { HeadOfficeStanding } from '#shared/contract/head-office.ts';
import { isDone, isEnded } from '#shared/domain/operation.ts';
import type { ProfileContext } from '../context.ts';
import { claimOfRecord } from '../operations/index.ts';
import { askFor, type Held } from './claim-taking.ts';
import type { SubjectTurns } from './subject-turns.ts';

const AGAIN_MS = 5_000;
/** Another PC holds the money or has moved it, so asking again soon brings no other answer. */
const REFUSED_AGAIN_MS = 60_000;
const MOST_OPEN = 500;

type Needs = {
  readonly held: () => Held | null;
  readonly turns: SubjectTurns;
  /** Operations that are under way in this process. */
  readonly inHand: ReadonlySet<string>;
  /** Head office takes nothing from this PC: what it owes waits for a contact that goes well. */
  readonly isApart: () => boolean;
};
/** When the claim of an open operation was refused, by operation. */
type Refused = Map<string, number>;

/**
 * Claims what is open here and is not among these claims. Answers in how many milliseconds to try again what was under way, refused or
 * not answered; null if there is none. A claim that was refused is not asked again before its time: each answer leads to a round, and
 * each round leads here.
 */
async function claimOpen(
  context: ProfileContext,
  { turns, inHand, refused }: Needs & { refused: Refused },
  now: Held,
  own: ReadonlySet<string>,
): Promise<number | null> {
  const { clock } = context;
  let againMs: number | null = null;
  const left = (afterMs: number) => void (againMs = Math.min(againMs ?? afterMs, afterMs));
  const asked = { scope: 'open', kind: null, afterSeq: null, limit: MOST_OPEN } as const;
  for (const record of await context.db.call('journal.page', asked)) {
    const { opId } = record;
    if (own.has(opId)) continue;
    if (inHand.has(opId)) {
      left(AGAIN_MS);
      continue;
    }
    const refusedAtMs = refused.get(opId);
    if (refusedAtMs !== undefined && Math.abs(clock.nowMs() - refusedAtMs) < REFUSED_AGAIN_MS) {
      left(REFUSED_AGAIN_MS);
      continue;
    }
    const answer = await turns.inTurn(opId, async () =>
      askFor(context, now, await claimOfRecord(context, record)),
    );
    if (!answer.ok) left(AGAIN_MS);
    else if (answer.value.kind !== 'claimed') {
      refused.set(opId, clock.nowMs());
      left(REFUSED_AGAIN_MS);
      context.log.warn('claimed-elsewhere', { opId, pc: answer.value.by.pc });
    }
  }
  return againMs;
}

/** Claims of this process, and those that were there when it began: one may have ended between its claim and its intent. */
function createUnbegun() {
  const known = new Set<string>();
  let isFirst = true;
  return {
    asks: (opId: string) => void known.add(opId),
    hears(own: ReadonlySet<string>): void {
      if (isFirst) for (const opId of own) known.add(opId);
      isFirst = false;
    },
    mayBe: (opId: string) => known.has(opId),
  };
}

export function createSettling(context: ProfileContext, needs: Needs) {
  const { held, turns, inHand, isApart } = needs;
  const { db, clock, log } = context;
  /** Went on without a claim, or could not give theirs back. */
  const owed = new Set<string>();
  const refused: Refused = new Map();
  const unbegun = createUnbegun();
  let isDoubtful = false;
  let cancelTimer: (() => void) | null = null;
  let cancelHearing: (() => void) | null = null;

  /** Gives back what has ended, and what was never begun. */
  async function settle(opId: string): Promise<void> {
    const now = held();
    if (!now || isApart() || inHand.has(opId)) return;
    const record = await db.call('journal.get', opId);
    // In a journal that is an older copy, what is not there may have been sent: a person takes it over. So may what is claimed
    // meanwhile and was not asked for here: where a disk was copied, another computer has claimed it.
    if (record === null ? isDoubtful || !unbegun.mayBe(opId) : !isEnded(record.state)) return;
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
    unbegun.hears(own);
    for (const opId of [...own, ...owed]) changed(opId);
    const againMs = await claimOpen(context, { ...needs, refused }, now, own);
    cancelHearing?.();
    cancelHearing = null;
    if (againMs === null) return;
    cancelHearing = clock.after(againMs, () => {
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
    asks: unbegun.asks,
    owe: (opId: string) => void owed.add(opId),
    heard,
  };
}
