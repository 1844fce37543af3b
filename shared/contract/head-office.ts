/** Head office on this PC: whether it takes part, how it stands, and which PCs there are. */
import { z } from 'zod';
import { entryProblems, headOfficeFailures } from '../domain/head-office.ts';
import { boardFilters, boardStates, openReasons } from '../domain/head-office.ts';
import { branchKeySchema, businessDateSchema, closingIdSchema } from './closing-day.ts';
import { zDocumentSchema } from './closing-z.ts';
import { authorizationSchema } from './people.ts';
import { totalSchema } from './terminals.ts';
import { atMsSchema, countSchema, moneySchema, nothing, shownTextSchema, writtenText } from './wire.ts';

const pcSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** '': it sees every branch. */
  branch: z.string(),
  isSelf: z.boolean(),
  /** While head office is not reached, this PC of its branch may move money on the branch's terminals. */
  isHome: z.boolean(),
  /** Entries of it that are on this PC and verified. */
  entries: countSchema,
  /** How many older entries are not on this PC, because they were archived before it read them. */
  archived: countSchema,
  /** Closes among them that only a newer Closeout can read. */
  unreadCloses: countSchema,
  lastEntryAtMs: atMsSchema.nullable(),
  withdrawnAtMs: atMsSchema.nullable(),
  /** The entry that does not fit; nothing of it and after it is shown. */
  broken: z.object({ seq: countSchema, problem: z.enum(entryProblems) }).nullable(),
});
export type HeadOfficePc = z.output<typeof pcSchema>;

/** A movement that a PC has begun and that has not ended: nobody else may move the same money. */
const claimSchema = z.object({
  number: countSchema,
  pc: z.string(),
  pcName: z.string(),
  opId: z.string(),
  /** A kind of movement; of a newer Closeout perhaps one that is not known here. */
  kind: z.string(),
  terminalId: z.string().nullable(),
  actor: z.string(),
  claimedAtMs: atMsSchema,
});

const standingSchema = z.object({
  /** Null while the last contact went well. */
  failure: z.enum(headOfficeFailures).nullable(),
  /** Since when it fails. */
  failingSinceMs: atMsSchema.nullable(),
  /** Entries of this PC that are not at head office yet, and when the first of them happened. */
  waiting: countSchema,
  waitingSinceMs: atMsSchema.nullable(),
  /** False until head office was asked once since the start. */
  isAsked: z.boolean(),
  /** All that head office had was read here at least once. Until then branches, days and sums can be missing. */
  isWhole: z.boolean(),
  /** The list of people at head office does not go on from the one that was read before: nothing of it is taken over. */
  otherPeople: z.boolean(),
  pcs: z.array(pcSchema),
  /** As of the last contact that went well, the oldest first. */
  claims: z.array(claimSchema),
});
export type HeadOfficeClaim = z.output<typeof claimSchema>;
export type HeadOfficeStanding = z.output<typeof standingSchema>;

/** As the enrolment file says. */
const membershipSchema = z.object({
  name: shownTextSchema,
  pc: z.string(),
  branch: shownTextSchema,
  host: shownTextSchema,
  database: shownTextSchema,
});
const stateSchema = z.object({
  /** Null on a PC that takes no part. */
  membership: membershipSchema.nullable(),
  standing: standingSchema.nullable(),
});
export type HeadOfficeState = z.output<typeof stateSchema>;

/** A day of a branch, as the PCs of the chain have told it. */
const boardDaySchema = z.object({
  businessDate: businessDateSchema,
  state: z.enum(boardStates),
  /** Its Z, and the PC that gave it; null without one that stands. */
  close: z
    .object({ pc: z.string(), pcName: z.string(), closingId: z.string(), number: z.number().int() })
    .nullable(),
  /** Net of counted − expected, per currency, and how many lines differ. */
  difference: z.array(moneySchema),
  differing: countSchema,
  /** Why it is open; null where it is not. */
  why: z.enum(openReasons).nullable(),
});
export type BoardDay = z.output<typeof boardDaySchema>;

const boardNowSchema = z.object({
  pcName: z.string(),
  /** When that PC told it. */
  toldAtMs: atMsSchema,
  outstandingCount: countSchema,
  outstanding: z.array(totalSchema),
  notSummed: z.array(totalSchema),
  oldestAtMs: atMsSchema.nullable(),
  terminalCount: countSchema,
  notRead: countSchema,
  unknownCount: countSchema,
});
const boardBranchSchema = z.object({
  branchKey: branchKeySchema,
  branchName: z.string().nullable(),
  /** The business date that it is there. */
  today: businessDateSchema,
  /** Of the dates of the board, in their order. */
  days: z.array(boardDaySchema),
  /** Days before the first of the board that have no Z, as its PC told it, oldest first. */
  openBefore: z.array(businessDateSchema),
  /** As its home PC told it, else the one that told last; null: none did, or it cannot be read here. */
  now: boardNowSchema.nullable(),
  /** Who told that, and when, in a form that only a newer Closeout can read; null where that is not so. */
  newer: boardNowSchema.pick({ pcName: true, toldAtMs: true }).nullable(),
  /** It was told of, and no PC does any more: its PCs were withdrawn, or its terminals are in another branch or under another name now. */
  isGone: z.boolean(),
  /** Its PCs. `heardAtMs`: when head office got the last entry of it. `broken`: what it told since does not fit. */
  pcs: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      heardAtMs: atMsSchema.nullable(),
      broken: z.boolean(),
    }),
  ),
});
export type BoardBranch = z.output<typeof boardBranchSchema>;

/** Of the branches that a filter leaves, whatever is on a page. */
const boardFiguresSchema = z.object({
  branches: countSchema,
  /** Of these branches nobody here knows how they stand now: nothing of them is in the other figures. */
  notIncluded: countSchema,
  outstandingCount: countSchema,
  outstanding: z.array(totalSchema),
  notSummed: z.array(totalSchema),
  oldestAtMs: atMsSchema.nullable(),
  notRead: countSchema,
  /** Read or not. */
  terminals: countSchema,
  unknown: countSchema,
});
export type BoardFigures = z.output<typeof boardFiguresSchema>;

/** Of all branches of the chain. */
const boardSumSchema = boardFiguresSchema.extend({
  closedToday: countSchema,
  /** With something to close today, closed or not. */
  toCloseToday: countSchema,
  /** With a day that is late, or money that waits too long. */
  late: countSchema,
  /** That somebody has to look at. */
  attention: countSchema,
  /** With a day that is over of which no PC told how it ended. */
  unheard: countSchema,
  /** That told something that only a newer Closeout can read. */
  newer: countSchema,
  /**
   * The branches that are late; none if they are many. `since`: the first late day on the board, null where nobody knows here since when:
   * it is the board's first, or comes before it. `provisional`: each of its late days has a Z, which waits for the final one. Without a
   * late day (`days` is 0) its money waits too long: `since` is the day from which it does.
   */
  lateNamed: z.array(
    z.object({
      branchKey: branchKeySchema,
      branchName: z.string().nullable(),
      days: countSchema,
      since: businessDateSchema.nullable(),
      provisional: z.boolean(),
    }),
  ),
});
export type BoardSum = z.output<typeof boardSumSchema>;

const boardSchema = z.object({
  /** Oldest first. */
  dates: z.array(businessDateSchema),
  sum: boardSumSchema,
  /** The filter that this answers, and what the branches come to that it leaves, whatever the text. */
  only: z.enum(boardFilters),
  filtered: boardFiguresSchema,
  /** How many branches filter and text leave. */
  found: countSchema,
  /** Which of them is the first here. */
  from: countSchema,
  branches: z.array(boardBranchSchema),
});
export type Board = z.output<typeof boardSchema>;

const branchNowSchema = z.object({
  terminals: z.array(
    z.object({
      terminalId: z.string(),
      label: z.string(),
      outstandingCount: countSchema,
      outstanding: z.array(totalSchema),
      notSummed: z.array(totalSchema),
      oldestAtMs: atMsSchema.nullable(),
      readAtMs: atMsSchema.nullable(),
      /** Read in the business day that it is there now. */
      isReadToday: z.boolean(),
    }),
  ),
  /** Movements whose result is not known; `kind` may be one of a newer Closeout. */
  unknown: z.array(
    z.object({
      opId: z.string(),
      kind: z.string(),
      terminalId: z.string().nullable(),
      atMs: atMsSchema,
    }),
  ),
  openDays: z.array(
    z.object({ businessDate: businessDateSchema, why: z.enum(openReasons), count: countSchema }),
  ),
});
export type BranchNow = z.output<typeof branchNowSchema>;

export const headOfficeContract = {
  'headOffice.state': { right: 'see', input: nothing, output: stateSchema },
  /** Uses up an enrolment file: this PC takes part from now on. The file is overwritten and removed. */
  'headOffice.join': {
    right: 'settings.profiles',
    input: z.object({ file: z.string().trim().min(1).max(1_000) }),
    output: stateSchema,
  },
  /** Asks head office now, and answers once it has answered or failed. */
  'headOffice.look': { right: 'see', input: nothing, output: stateSchema },
  /**
   * Takes the claim of another PC away, so that its money can be moved from elsewhere. Refused unless this PC has read the terminal
   * of the movement within the last two minutes. What that PC has sent to the gateway is not undone.
   */
  'headOffice.takeOver': {
    right: 'operations.resolve',
    input: z.object({
      number: countSchema,
      note: writtenText(500, 1),
      authorization: authorizationSchema,
    }),
    output: stateSchema,
  },
  /** A page of the branches of the chain, of the last fourteen days, on a PC that sees every branch. Elsewhere it has no branch. */
  'headOffice.board': {
    right: 'reconcile',
    /** `text`: in the branch's name. `unnamed`: what the window calls terminals of no branch. `from`: how many branches come before the page. */
    input: z.object({
      text: z.string().max(200),
      unnamed: z.string().max(200),
      only: z.enum(boardFilters),
      from: countSchema,
    }),
    output: boardSchema,
  },
  /** What the board's figures of one branch are made of; empty if no PC has told it. */
  'headOffice.branch': {
    right: 'reconcile',
    input: z.object({ branchKey: branchKeySchema }),
    output: branchNowSchema,
  },
  /** The Zs of a close of another PC, oldest revision first, as it published them. */
  'headOffice.zs': {
    right: 'see',
    input: z.object({ pc: z.string().max(64), closingId: closingIdSchema }),
    /** `isNewer`: its newest entry can be read by a newer Closeout only. The Zs are those before it. */
    output: z.object({ zs: z.array(zDocumentSchema), isNewer: z.boolean() }),
  },
  /** Closes of other PCs that cannot be added up here, the newest days first: they are of no form that is known, or incomplete. */
  'headOffice.leftOut': {
    right: 'see',
    input: nothing,
    output: z.object({
      closes: z.array(
        z.object({
          pcName: z.string(),
          branchName: z.string().nullable(),
          businessDate: businessDateSchema,
          number: z.number().int(),
        }),
      ),
    }),
  },
  /** This PC takes no part any more. What it published stays. */
  'headOffice.leave': { right: 'settings.profiles', input: nothing, output: stateSchema },
} as const;

export const headOfficeEvents = {
  'headOffice.changed': stateSchema,
  /** Entries of other PCs came in. */
  'headOffice.news': z.object({ count: countSchema }),
  /** Closes of other PCs have changed, in everything that adds closes up. */
  'headOffice.closes': z.object({}),
} as const;
