/** Messages between the database client and its worker. */
import type { CheckByHand, Confirmation } from './check-by-hand.ts';

export type WorkerRequest =
  | { id: number; kind: 'call'; name: string; args: unknown }
  /** What a person has to look up after a restored backup; with a confirmation, money may move again. */
  | { id: number; kind: 'check-by-hand'; confirmation: Confirmation | null }
  /** Rows of the cache get the kinds that follow from what the journal says by now. */
  | { id: number; kind: 'settle' }
  /** SQLite told a reader, or the check beside, that a file is damaged. */
  | { id: number; kind: 'damage-seen' }
  | { id: number; kind: 'close' };

export type OpenReport = {
  cache: 'fresh' | 'opened' | 'quarantined';
  /** `restored`: it was damaged, and the newest backup that verifies took its place. */
  journal: 'fresh' | 'opened' | 'restored';
  imports: 'fresh' | 'opened' | 'quarantined';
  /** Where a damaged cache was put, if one was; and where damaged imports. */
  quarantinedTo: string | null;
  importsQuarantinedTo: string | null;
  /** Not null: money is blocked until a person has confirmed this list, from this opening or an earlier one. */
  checkByHand: CheckByHand | null;
};

/** What happened in the worker without being asked for. */
export type Notice =
  /** A transaction wrote the journal: the head of the audit record before it, and after the entries that it appended. */
  | { event: 'journal-written'; after: string; head: string }
  | { event: 'backup-made'; file: string }
  /** Tried again by itself; `failures` in a row. */
  | { event: 'backup-failed'; code: string; message: string; failures: number }
  | { event: 'anchor-failed'; code: string; message: string }
  /** The first one that worked after `anchor-failed`. */
  | { event: 'anchor-kept' }
  /** The cache was damaged in use: an empty one is in place, and lists must be read again. */
  | { event: 'cache-rebuilt'; quarantinedTo: string }
  | { event: 'cache-not-rebuilt'; code: string; message: string }
  /** The same for imports: the files that were imported must be brought again. */
  | { event: 'imports-rebuilt'; quarantinedTo: string }
  | { event: 'imports-not-rebuilt'; code: string; message: string }
  /** The journal was found damaged in use: nothing more can be sent in this session. */
  | { event: 'journal-damaged'; message: string };

export type WorkerResponse =
  /** `isCacheTrusted`: the cache was opened by the mark of its last orderly end, and is to be checked beside. */
  | { kind: 'opened'; report: OpenReport; isCacheTrusted: boolean }
  | { kind: 'not-opened'; code: string; message: string }
  /** `areKindsDue`: the worker must bring the kinds of cached rows up to date before a list is read beside it. `heldMs`: how long the request held the worker, with its commit. */
  | { kind: 'answer'; id: number; value: unknown; areKindsDue: boolean; heldMs: number }
  | { kind: 'failure'; id: number; code: string; message: string; areKindsDue: boolean }
  /** The log of the cache has become long. */
  | { kind: 'fold-log' }
  /** A file is about to be put aside. The readers close their files and open them again when they are told to. */
  | { kind: 'hold-readers' }
  | { kind: 'resume-readers' }
  | { kind: 'notice'; notice: Notice };
