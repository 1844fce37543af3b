/** Closes of other PCs as head office's copy tells them, for those who add them up. */
import type { Kind } from '#shared/domain/kinds/index.ts';

/** A row of a close: what a matcher needs, and no more. It is published in this order. */
export type ToldRow = {
  readonly rowId: string;
  readonly terminalId: string;
  readonly merchantOrderId: string | null;
  readonly refNumber: string | null;
  readonly minor: bigint;
  readonly currency: string;
  readonly kind: Kind;
  readonly paymentType: string | null;
  readonly entryMode: string | null;
  readonly firstSeenAtMs: number;
  readonly businessDate: string;
  readonly undoes: string | null;
  /** It was still listed when the Z was given. An older Closeout does not tell it. */
  readonly outstanding: boolean;
};
/** A terminal of a close, as its Z says. */
type ToldTerminal = {
  readonly terminalId: string;
  readonly readAtMs: number | null;
  readonly isLeftOut: boolean;
};

/** As it comes. Of a name that was masked its hash comes, too. */
export type HeardRow = ToldRow & {
  readonly merchantOrderIdHash: string | null;
  readonly refNumberHash: string | null;
};

/** `copy`: the name of the copy. `change`: the last change that was taken in. */
export type ClosesPosition = { readonly copy: string; readonly change: number };
type Told = {
  readonly closingId: string;
  readonly branchKey: string;
  readonly branchName: string | null;
  readonly businessDate: string;
  readonly number: number;
  readonly revision: number;
  readonly pc: string;
  readonly pcName: string;
  /** When its Z was given. */
  readonly atMs: number;
};
/** As its newest issue says. `unreadable`: a piece of it is not of a form that is known here, or does not fit its Z. */
export type ChangedClose = Told &
  (
    | {
        readonly state: 'closed' | 'provisional';
        readonly timeZone: string;
        readonly cutOff: string;
        /** The instant at which its day ends. */
        readonly endsAtMs: number;
        /** How many rows that came late it left for the next close. */
        readonly leftForNext: number;
        readonly terminals: readonly ToldTerminal[];
        readonly rows: readonly HeardRow[];
      }
    | { readonly state: 'reopened' | 'unreadable' }
  );
/**
 * `isEnd`: nothing has changed after these in this copy. `isWhole`: the copy was read to the end of the server's record, once at
 * least. Until then a close that is not in it may only not have been read yet.
 */
export type ClosesChanged = ClosesPosition & {
  readonly closes: readonly ChangedClose[];
  readonly isEnd: boolean;
  readonly isWhole: boolean;
};
