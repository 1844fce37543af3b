/** The interface of a kind of movement. The machine does everything else, and does it the same way for every kind. */
import type { AppError } from '#shared/errors/app-error.ts';
import type { MovementKind } from '#shared/domain/operation.ts';
import type { Result } from '#shared/errors/result.ts';
import type { Change } from '../../../database/repositories/journal/index.ts';
import type { MovementRequest, MovementVerdict } from '../../../gateway/gateway.ts';
import type { EvidenceRead } from '../../../journal/evidence.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';
import type { TerminalRead } from '../../terminals/index.ts';
import type { Intent } from './intent.ts';

/** `madeId`: the gateway's name for the thing that was made, if the read shows it. */
export type OwnRead = { evidence: EvidenceRead; madeId: string | null };

/** The base of a second attempt: one more fresh reading of the terminal. */
export type Renewal = {
  readAtMs: number;
  checkRetyped: (retyped: string) => Result<null, AppError>;
  /**
   * Called in turn, before the attempt is committed. Answers what the operation holds from now on, and how many rows were
   * stored.
   */
  renew: (current: OperationRecord) => Promise<{ patch: Change['patch']; stored?: number }>;
};

/** The reads that show whether a movement happened. */
type EvidenceSource =
  | {
      /** Every reading of the operation's terminal, whoever asked for it. */
      from: 'terminal';
      judge: (record: OperationRecord, read: TerminalRead, sameAccess: boolean) => Promise<EvidenceRead>;
      readAgain: (record: OperationRecord) => Promise<Result<Renewal, AppError>>;
    }
  | {
      /** A read that is made for this operation only. */
      from: 'own-read';
      read: (record: OperationRecord, sameAccess: boolean) => Promise<Result<OwnRead, AppError>>;
    };

/** The questions that the machine asks a kind once an intent is committed. */
export type CommittedMovement = {
  /** Turns the gateway's answer into a verdict. */
  judge: (record: OperationRecord) => (status: number, body: string) => MovementVerdict;
  /** Builds the request again from what was stored; a second attempt compares it with the stored bytes. */
  rebuild: (record: OperationRecord) => Promise<Result<MovementRequest, AppError>>;
  evidence: EvidenceSource;
};

/** A plan holds what was wanted, so that the same plan can be made again. */
export type Movement<Wanted, Plan extends Wanted, Form> = CommittedMovement & {
  /** Reads what the movement is about, and says what would be sent or why it cannot be. */
  plan: (wanted: Wanted) => Promise<Result<Plan, AppError>>;
  /** Checks that a person has filled in the dialog completely and correctly. */
  checkForm: (plan: Plan, form: Form) => Result<null, AppError>;
  /** The content of the journal's entry, with the request that will be sent. */
  intent: (plan: Plan, form: Form) => Promise<Result<Intent, AppError>>;
};

export type CommittedMovements = Readonly<Record<MovementKind, CommittedMovement>>;
