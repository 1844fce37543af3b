/** What the thread of head office and the core say to each other. */
import type { HeadOfficeFailure } from '#shared/domain/head-office.ts';
import type { Board, BranchNow, HeadOfficeStanding } from '#shared/contract/head-office.ts';
import type { BoardQuery } from './kept-board.ts';
import type { ClaimAnswer, ClaimRequest } from './claim.ts';
import type { Login } from './connection.ts';
import type { Entry } from './entry.ts';
import type { Member } from './own.ts';
import type { PeopleEntry } from './people-record.ts';
import type { PublishedReading } from './published.ts';
import type { ClosesChanged, ClosesPosition } from '../database/repositories/closing/told-closes.ts';
import type { NewestQuery, NewestRow } from './store-newest.ts';
import type { KnownDecision, OtherRequest } from './store-approvals.ts';
import type { CloseEntries, ClosesQuery, OtherClose } from './store-shown.ts';

export type HeadOfficeTask = Member & { readonly login: Login };

type Asked =
  | { readonly what: 'look' }
  | { readonly what: 'newest'; readonly query: NewestQuery }
  | { readonly what: 'names' }
  | { readonly what: 'board'; readonly query: BoardQuery; readonly nowMs: number }
  | { readonly what: 'branch-now'; readonly branchKey: string; readonly nowMs: number }
  | { readonly what: 'closes'; readonly query: ClosesQuery }
  | { readonly what: 'closes-changed'; readonly since: ClosesPosition | null }
  | { readonly what: 'close-entries'; readonly pc: string; readonly closingId: string }
  | { readonly what: 'others-asked'; readonly endedSinceMs: number }
  | { readonly what: 'decided'; readonly sinceMs: number }
  | { readonly what: 'people'; readonly after: number }
  | { readonly what: 'add-people'; readonly entry: Entry }
  | { readonly what: 'claim'; readonly claim: ClaimRequest }
  | { readonly what: 'give-back'; readonly opId: string; readonly moved: boolean }
  | { readonly what: 'take-over'; readonly number: number };
export type HeadOfficeRequest =
  | { readonly kind: 'ask'; readonly id: number; readonly asked: Asked }
  /** How the branches of this PC stand now. */
  | { readonly kind: 'readings'; readonly readings: readonly PublishedReading[] }
  /** Something happened: the next round need not wait. */
  | { readonly kind: 'nudge' }
  | { readonly kind: 'close' };
/** What the server says, or why it could not be asked. */
export type FromServer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: HeadOfficeFailure };
export type Names = { readonly actors: string[]; readonly actions: string[] };
export type HeadOfficeAnswer = {
  look: HeadOfficeStanding;
  newest: NewestRow[];
  names: Names;
  board: Board;
  'branch-now': BranchNow;
  closes: OtherClose[];
  'closes-changed': ClosesChanged;
  'close-entries': CloseEntries;
  'others-asked': OtherRequest[];
  decided: KnownDecision[];
  /** A page of changes that follow. */
  people: PeopleEntry[];
  /** False: something else was added meanwhile. */
  'add-people': FromServer<boolean>;
  claim: FromServer<ClaimAnswer>;
  'give-back': FromServer<boolean>;
  'take-over': FromServer<boolean>;
};
export type HeadOfficeResponse =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  | { readonly kind: 'standing'; readonly standing: HeadOfficeStanding }
  | { readonly kind: 'news'; readonly count: number }
  | { readonly kind: 'said'; readonly failure: string; readonly message: string };
