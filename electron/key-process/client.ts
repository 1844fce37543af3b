/**
 * The core's end of the process that uses keys. It starts at the first use and ends at the lock, or as soon after it as nothing
 * is being sent. If it dies in the middle of a request, the request is lost and not repeated: it was not sent if its leave had not
 * been given, and otherwise nobody knows.
 */
import { gatewayError, keychainError } from '#shared/errors/app-error.ts';
import { err } from '#shared/errors/result.ts';
import type { Clock } from '#shared/time/clock.ts';
import { wayNow } from '../gateway/connection.ts';
import type { MayLeave, Sender } from '../gateway/sender.ts';
import type { SecretGuard } from '../log/secret-guard.ts';
import type { SendMoment } from '../gateway/movement.ts';
import type { KeyDesk, KeysOf } from './key-desk.ts';
import type { Answered, FromKeys, KeyChild, Verb, Verbs } from './protocol.ts';

/** Reads that are under way at the lock have this long to end. Then they are given up. */
const GRACE_MS = 5_000;
/** Longer than the limits of any call. A process that has not answered by then never will. */
const HUNG_AFTER_MS = 240_000;
/** While Closeout is locked, the process ends after this time without a call. */
const IDLE_MS = 500;

type Call = {
  readonly verb: Verb;
  /** True from the moment at which the request may have been sent. */
  mayHaveLeft: boolean;
  readonly mayLeave: MayLeave;
  readonly onMoment: (moment: SendMoment) => void;
  readonly answer: (value: unknown) => void;
};
type CallOptions = {
  readonly mayLeave?: MayLeave | undefined;
  readonly onMoment?: (moment: SendMoment) => void;
  readonly signal?: AbortSignal | undefined;
};
const absent = {
  secretKey: 'absent',
  apiKey: 'absent',
  paymentKey: 'absent',
  transferKey: 'absent',
} as const;

const isSending = ({ verb }: Call): boolean => verb === 'write' || verb === 'move';

/** The answer of a call whose process has ended. */
function lost({ verb, mayHaveLeft }: Call, isGivenUp: boolean): unknown {
  switch (verb) {
    case 'write':
    case 'move':
      return { kind: mayHaveLeft ? 'no-answer' : 'not-sent', error: gatewayError('connection-lost') };
    case 'ask':
      return err(gatewayError(isGivenUp ? 'cancelled' : 'connection-lost'));
    case 'states':
      return absent;
    default:
      return err(keychainError('refused'));
  }
}

export type KeyProcess = KeyDesk & {
  /** Called when nobody is signed in any more. */
  readonly rest: () => void;
  /** Called when somebody has signed in. */
  readonly wake: () => void;
  readonly stop: () => void;
};
type Needs = {
  readonly start: () => KeyChild;
  readonly clock: Clock;
  readonly guard: Pick<SecretGuard, 'seed' | 'add'>;
};

/** The running process and its open calls. */
type Life = Needs & {
  child: KeyChild | null;
  calls: Map<number, Call>;
  isResting: boolean;
  isGraceOver: boolean;
  /** True if there is no keychain, so that a key exists in the process only. */
  holdsKeys: boolean;
  cancelGrace: () => void;
  cancelIdle: () => void;
};

function end(life: Life): void {
  const ending = life.child;
  const open = [...life.calls.values()];
  life.child = null;
  life.calls = new Map();
  life.holdsKeys = false;
  ending?.end();
  for (const call of open) call.answer(lost(call, life.isResting));
}

/** Ends the process unless something is being sent or a key would be lost. */
function endIfResting(life: Life): void {
  const { calls } = life;
  if (!life.isResting || life.child === null || life.holdsKeys) return;
  if (calls.size === 0 || (life.isGraceOver && ![...calls.values()].some(isSending))) end(life);
}

/**
 * Once the core has said yes, the request counts as sent: if the process ends, nobody knows whether that was before or after. If the
 * call was answered while the core thought about it, it was told as not sent. It must stay so, though a process that was told to end
 * may live on for a moment.
 */
async function letLeave(life: Life, from: KeyChild, id: number, call: Call): Promise<void> {
  const may = (await call.mayLeave()) && life.calls.get(id) === call;
  call.mayHaveLeft ||= may;
  from.send({ kind: 'leave', id, may });
}

function heard(life: Life, from: KeyChild, message: FromKeys): void {
  if (message.kind === 'guard') return life.guard.add(message.form);
  if (from !== life.child) return;
  if (message.kind === 'session-only') return void (life.holdsKeys = true);
  const call = life.calls.get(message.id);
  if (!call) return;
  if (message.kind === 'moment') return call.onMoment(message.moment);
  if (message.kind === 'may-leave') return void letLeave(life, from, message.id, call);
  life.calls.delete(message.id);
  call.answer(message.value);
  if (!life.isResting) return;
  life.cancelIdle();
  life.cancelIdle = life.clock.after(IDLE_MS, () => endIfResting(life));
}

function running(life: Life): KeyChild {
  if (life.child) return life.child;
  const started = (life.child = life.start());
  started.onMessage((message) => heard(life, started, message));
  started.onExit(() => {
    if (life.child === started) end(life);
  });
  started.send({ kind: 'start', seed: life.guard.seed });
  return started;
}

function rest(life: Life): void {
  if (life.isResting) return;
  life.isResting = true;
  life.isGraceOver = false;
  endIfResting(life);
  life.cancelGrace = life.clock.after(GRACE_MS, () => {
    life.isGraceOver = true;
    endIfResting(life);
  });
}

function cancelEnds(life: Life): void {
  life.cancelGrace();
  life.cancelIdle();
}

function createAsking(life: Life) {
  let lastId = 0;
  return <V extends Verb>(
    verb: V,
    args: Parameters<Verbs[V]>,
    { mayLeave = () => true, onMoment = () => {}, signal }: CallOptions = {},
  ): Promise<Answered<V>> =>
    new Promise((resolve) => {
      const to = running(life);
      const id = ++lastId;
      const cancel = () => to.send({ kind: 'cancel', id });
      const cancelWatch = life.clock.after(HUNG_AFTER_MS, () => {
        if (life.child === to) end(life);
      });
      const answer = (value: unknown) => {
        cancelWatch();
        signal?.removeEventListener('abort', cancel);
        resolve(value as Answered<V>);
      };
      signal?.addEventListener('abort', cancel);
      life.calls.set(id, { verb, mayHaveLeft: false, mayLeave, onMoment, answer });
      to.send({ kind: 'call', id, verb, args, way: wayNow() });
      if (signal?.aborted) cancel();
    });
}

export function createKeyProcess(needs: Needs): KeyProcess {
  const life: Life = {
    ...needs,
    child: null,
    calls: new Map(),
    isResting: true,
    isGraceOver: false,
    holdsKeys: false,
    cancelGrace: () => {},
    cancelIdle: () => {},
  };
  const call = createAsking(life);
  const senderOf = (keys: KeysOf): Sender => ({
    fingerprint: (isHashed) => call('fingerprint', [keys, isHashed]),
    matches: (texts, signature) => call('matches', [keys, texts, signature]),
    ask: (request, authority, signal) => call('ask', [keys, request, authority], { signal }),
    write: (request, authority, { deadlineMs, largestAnswerBytes, mayLeave }) =>
      call('write', [keys, request, authority, { deadlineMs, largestAnswerBytes }], { mayLeave }),
    move: (request, onMoment, { deadlineMs, mayLeave }) =>
      call('move', [keys, request, deadlineMs], { mayLeave, onMoment }),
  });
  return {
    rest: () => rest(life),
    wake: () => {
      cancelEnds(life);
      life.isResting = false;
      life.isGraceOver = false;
    },
    stop: () => {
      cancelEnds(life);
      end(life);
    },
    sealWith: () => call('sealWith', []),
    check: (typed, secretNeeded) => call('check', [typed, secretNeeded]),
    save: (keychainId, typed) => call('save', [keychainId, typed]),
    states: (keychainId) => call('states', [keychainId]),
    forget: (keychainId) => call('forget', [keychainId]),
    makeEnrolment: (connect, passphrase) => call('makeEnrolment', [connect, passphrase]),
    openEnrolment: (bytes, passphrase) => call('openEnrolment', [bytes, passphrase]),
    senderOf,
  };
}
