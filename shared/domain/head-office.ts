/** Head office: the record that the computers of a chain share. */

/**
 * Why head office does not work now. `password`: login or password is not taken any more. `fork`: the server has other entries
 * under the numbers of this PC, or a newer baton, as after a disk was cloned. `no-baton`: the baton kept on this disk cannot be read or
 * passed on. `used`, `expired`: of an enrolment. `schema-newer`, `schema-older`: than what this Closeout is made for.
 */
export const headOfficeFailures = [
  'not-reached',
  'certificate',
  'no-tls',
  'password',
  'no-database',
  'no-record',
  'not-allowed',
  'withdrawn',
  'fork',
  'no-baton',
  'used',
  'expired',
  'read-only',
  'disk-full',
  'schema-newer',
  'schema-older',
  'other',
] as const;
export type HeadOfficeFailure = (typeof headOfficeFailures)[number];
/** The PC is no part of the chain any more, or cannot show that it alone acts as itself: it may move nothing in the chain's name. */
export const apartFailures: readonly HeadOfficeFailure[] = ['withdrawn', 'fork', 'no-baton'];
/** As it was kept in a file; null for anything else. */
export const apartFailureOf = (kept: unknown): HeadOfficeFailure | null =>
  apartFailures.find((one) => one === kept) ?? null;

/**
 * What becomes of a movement while head office is not reached. `own-terminals`: it goes on where this PC is the home of the
 * terminal's branch, and waits elsewhere.
 */
export const withoutHeadOffice = ['own-terminals', 'wait', 'go-on'] as const;
export type WithoutHeadOffice = (typeof withoutHeadOffice)[number];

/**
 * What does not fit in the entries of a PC. `changed`: its content has another hash. `missing`: an entry before it is not
 * there. `inserted`: it is none of the entries that follow. `signature`: this PC has not signed it. `key`: the PC's public key
 * is not the one its id is made of. `cut`: entries that were there are gone from the end.
 */
export const entryProblems = ['changed', 'missing', 'inserted', 'signature', 'key', 'cut'] as const;
export type EntryProblem = (typeof entryProblems)[number];

/**
 * A day on the board of the chain. `late`: its day is over and it has no Z. `unheard`: its PC has not told how that day stands.
 * `newer`: the last that was told of it, or of its branch, is of a form that only a newer Closeout can read. `none`: nothing happened.
 */
export const boardStates = ['closed', 'provisional', 'open', 'late', 'unheard', 'newer', 'none'] as const;
export type BoardState = (typeof boardStates)[number];
/** Why a day is open: some of its rows are in no close, or its close is begun, provisional or reopened. */
export const openReasons = ['rows', 'begun', 'provisional', 'reopened'] as const;

/**
 * Which branches the board shows. `late`: with a day that is late, or money that waits too long. `attention`: these, those with days
 * or results that nobody here knows, and those with a PC whose entries do not fit.
 */
export const boardFilters = ['all', 'late', 'attention'] as const;
export type BoardFilter = (typeof boardFilters)[number];

/** A chain of no more branches is shown whole, by name. */
export const BOARD_WHOLE = 25;
/** Of a larger one a page has so many, the most urgent first: a page costs what its branches cost, not what the chain has. */
export const BOARD_PAGE = 12;
/** Late branches are named in its first sentence unless they are more. */
export const MOST_LATE_NAMED = 4;

/** A provisional Z of a day that is over is late as well: it waits for its final one. */
export const isLateDay = (
  { state, businessDate }: { readonly state: BoardState; readonly businessDate: string },
  today: string,
): boolean => state === 'late' || (state === 'provisional' && businessDate < today);
