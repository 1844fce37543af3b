/**
 * The process that uses keys: it reads them from the keychain, puts them to requests and sends those. The core starts it when a
 * key is needed first and ends it at the lock; what was in its memory is then the system's again.
 */
import { ok } from '#shared/errors/result.ts';
import type { Clock } from '#shared/time/clock.ts';
import { setWay } from '../gateway/connection.ts';
import { loadKeytar, openKeychain } from '../keychain/keychain.ts';
import { createSecretGuard } from '../log/secret-guard.ts';
import { createKeyDesk } from './key-desk.ts';
import type { Asked, FromKeys, ToKeys, Verbs } from './protocol.ts';

type Port = { send(message: FromKeys): void; listen(listener: (message: ToKeys) => void): void };
/** Electron's utility process talks through a port; a plain Node process through its channel. */
type ParentPort = {
  postMessage(message: FromKeys): void;
  on(event: 'message', listener: (event: { data: ToKeys }) => void): void;
};

function portOf(parentPort: ParentPort | undefined): Port {
  if (parentPort)
    return {
      send: (message) => parentPort.postMessage(message),
      listen: (listener) => parentPort.on('message', ({ data }) => listener(data)),
    };
  // Without the core this process has no purpose.
  process.on('disconnect', () => process.exit(0));
  return {
    send: (message) => void process.send?.(message),
    listen: (listener) => process.on('message', (message) => listener(message as ToKeys)),
  };
}

const clock: Clock = {
  nowMs: () => Date.now(),
  after: (delayMs, task) => {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

const port = portOf((process as { parentPort?: ParentPort }).parentPort);
const cancelled = new Map<number, AbortController>();
const leaving = new Map<number, (may: boolean) => void>();

function createVerbs(seed: Parameters<typeof createSecretGuard>[0]) {
  const guard = createSecretGuard(seed, (form) => port.send({ kind: 'guard', form }));
  const keychain = openKeychain(loadKeytar, clock, () => {});
  const desk = createKeyDesk({
    keychain,
    clock,
    guard: (secret) => guard.guard(secret),
    onSessionOnly: () => port.send({ kind: 'session-only' }),
  });
  const mayLeave = (id: number) => () =>
    new Promise<boolean>((resolve) => {
      leaving.set(id, resolve);
      port.send({ kind: 'may-leave', id });
    });
  /** The verbs of one call. Questions back to the core carry the id of the call. */
  return (id: number, signal: AbortSignal): Verbs => ({
    ...desk,
    fingerprint: (keys, isHashed) => desk.senderOf(keys).fingerprint(isHashed),
    matches: (keys, texts, signature) => desk.senderOf(keys).matches(texts, signature),
    ask: async (keys, request, authority) => {
      const answer = await desk.senderOf(keys).ask(request, authority, signal);
      return answer.ok ? ok({ ...answer.value, bytes: ofItsOwn(answer.value.bytes) }) : answer;
    },
    write: (keys, request, authority, limits) =>
      desk.senderOf(keys).write(request, authority, { ...limits, mayLeave: mayLeave(id) }),
    move: (keys, request, deadlineMs) =>
      desk.senderOf(keys).move(request, (moment) => port.send({ kind: 'moment', id, moment }), {
        deadlineMs,
        mayLeave: mayLeave(id),
      }),
  });
}

/** Small buffers share a block of memory, which would be passed on with them. A copy has memory of its own. */
const ofItsOwn = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes);

let verbsOf: ReturnType<typeof createVerbs> | null = null;

async function answer({ id, verb, args, way }: Asked): Promise<void> {
  setWay(way);
  const controller = new AbortController();
  cancelled.set(id, controller);
  if (verbsOf === null) throw new Error('not started');
  const run = verbsOf(id, controller.signal)[verb] as (...given: unknown[]) => Promise<unknown>;
  const value = await run(...args);
  cancelled.delete(id);
  leaving.delete(id);
  port.send({ kind: 'answer', id, value });
}

port.listen((message) => {
  switch (message.kind) {
    case 'start':
      verbsOf = createVerbs(message.seed);
      return;
    case 'call':
      // An error here ends the process. The core decides for each call what that means.
      void answer(message);
      return;
    case 'cancel':
      cancelled.get(message.id)?.abort();
      return;
    case 'leave':
      leaving.get(message.id)?.(message.may);
  }
});
