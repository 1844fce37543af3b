/** What the core and the process that uses keys say to each other. */
import type { AppError, GatewayError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import type { Way } from '../gateway/connection.ts';
import type { MovementRequest, SendMoment, SendOutcome } from '../gateway/movement.ts';
import type { OneShotOutcome, OneShotRequest } from '../gateway/one-shot.ts';
import type { ReadRequest, WireAnswer } from '../gateway/read.ts';
import type { Authority, SignedText } from '../gateway/sender.ts';
import type { GuardedForm, GuardSeed } from '../log/secret-guard.ts';
import type { KeyDesk, KeysOf } from './key-desk.ts';

export type WriteLimits = { readonly deadlineMs: number; readonly largestAnswerBytes: number };

/** The calls of the desk, and those of its senders with the keys that they use. */
export type Verbs = Omit<KeyDesk, 'senderOf'> & {
  readonly fingerprint: (keys: KeysOf, isHashed: boolean) => Promise<Result<string, AppError>>;
  readonly matches: (
    keys: KeysOf,
    texts: readonly SignedText[],
    signature: string,
  ) => Promise<Result<(boolean | null)[], AppError>>;
  readonly ask: (
    keys: KeysOf,
    request: ReadRequest,
    authority: Authority,
  ) => Promise<Result<WireAnswer, GatewayError>>;
  readonly write: (
    keys: KeysOf,
    request: OneShotRequest,
    authority: Authority,
    limits: WriteLimits,
  ) => Promise<OneShotOutcome>;
  readonly move: (
    keys: KeysOf,
    request: MovementRequest,
    deadlineMs: number | undefined,
  ) => Promise<SendOutcome>;
};
export type Verb = keyof Verbs;
export type Answered<V extends Verb> = Awaited<ReturnType<Verbs[V]>>;

export type Asked = {
  readonly kind: 'call';
  readonly id: number;
  readonly verb: Verb;
  readonly args: Parameters<Verbs[Verb]>;
  /** The settings of connections as they are now. */
  readonly way: Way;
};

export type ToKeys =
  | { readonly kind: 'start'; readonly seed: GuardSeed }
  | Asked
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'leave'; readonly id: number; readonly may: boolean };

export type FromKeys =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'moment'; readonly id: number; readonly moment: SendMoment }
  /** The connection is open. No byte is sent before the core has allowed it. */
  | { readonly kind: 'may-leave'; readonly id: number }
  | { readonly kind: 'guard'; readonly form: GuardedForm }
  /** There is no keychain, so a key exists in this process only. */
  | { readonly kind: 'session-only' };

/** The process as the host started it. */
export type KeyChild = {
  send(message: ToKeys): void;
  onMessage(listener: (message: FromKeys) => void): void;
  onExit(listener: () => void): void;
  end(): void;
};
