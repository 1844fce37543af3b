/** What the other PCs have told, for the board and for lists; nothing on a PC that takes no part. */
import type { InputOf } from '#shared/contract/index.ts';
import { ok } from '#shared/errors/result.ts';
import { branchNowOf } from '../../head-office/board-branch.ts';
import { emptyBoard } from '../../head-office/kept-board.ts';
import type { NewestQuery } from '../../head-office/store-newest.ts';
import type { ProfileContext } from '../context.ts';
import type { Held } from './claim-taking.ts';
import type { OtherRequest } from '../../head-office/store-approvals.ts';
import { closesOfAll, zsOf } from './other-closes.ts';
import { otherApproval } from './others-asked.ts';

type AskedOfAll = Parameters<typeof closesOfAll>;

export function createShown({ clock, db }: ProfileContext, held: () => Held | null) {
  /** Null on a PC of a branch: it reads no other branch, and the board is of all of them. */
  const seesAll = (): Held | null => {
    const now = held();
    return now?.membership.place.branch === '' ? now : null;
  };

  return {
    async board(query: InputOf<'headOffice.board'>) {
      const nowMs = clock.nowMs();
      return ok((await seesAll()?.thread.board(query, nowMs)) ?? emptyBoard(nowMs, query.only));
    },
    async branch({ branchKey }: InputOf<'headOffice.branch'>) {
      const nowMs = clock.nowMs();
      return ok((await seesAll()?.thread.branchNow(branchKey, nowMs)) ?? branchNowOf(null, nowMs));
    },

    /** The Zs of a close of another PC; none if nothing is known of it. */
    async zs({ pc, closingId }: InputOf<'headOffice.zs'>) {
      const known = await held()?.thread.closeEntries(pc, closingId);
      return ok({ zs: zsOf(known?.entries ?? []), isNewer: known?.isNewer ?? false });
    },
    leftOut: async () => ok({ closes: await db.call('otherCloses.leftOut', null) }),
    closesOfAll: (asked: AskedOfAll[0], own: AskedOfAll[1]['own']) =>
      closesOfAll(asked, { own, others: async (query) => (await held()?.thread.closes(query)) ?? [] }),

    /** Their requests for approval that wait, or ended since then. */
    othersAsked: async (endedSinceMs: number) => held()?.thread.othersAsked(endedSinceMs) ?? [],
    asShown: (request: OtherRequest) => otherApproval(request, held()?.standing?.pcs ?? [], clock.nowMs()),
    /** What other PCs decided about requests of this one. */
    decidedHere: async (sinceMs: number) => held()?.thread.decided(sinceMs) ?? [],

    /** Entries of other PCs for a list, newest first; none on a PC that takes no part. */
    newest: async (query: NewestQuery) => held()?.thread.newest(query) ?? [],
    names: async () => held()?.thread.names() ?? { actors: [], actions: [] },
  };
}
