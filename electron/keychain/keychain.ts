/** The operating system's keychain behind three verbs. Absent is null; a keychain that fails refuses, it never pretends. */
import { keychainError, type KeychainError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Clock } from '#shared/time/clock.ts';

export type Keychain = {
  /** 'checking' until the probe has answered. */
  state(): 'checking' | 'available' | 'unavailable';
  /** Resolves when the probe has answered. */
  ready(): Promise<'available' | 'unavailable'>;
  get(account: string): Promise<Result<string | null, KeychainError>>;
  /** `stored` in the keychain, or `session-only` when there is none: then it is gone at the end, and never in a file. */
  set(account: string, secret: string): Promise<Result<'stored' | 'session-only', KeychainError>>;
  delete(account: string): Promise<Result<null, KeychainError>>;
};

/** What keytar offers of the system's keychain. */
export type SystemKeychain = {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
};

const SERVICE = 'Closeout';
const PROBE_ACCOUNT = 'probe';
/** A keychain without a service can wait 25 s, a locked one for a prompt nobody sees: the probe does not. */
const PROBE_LIMIT_MS = 4_000;
/** Long enough for somebody to unlock it; then it is refused, so that nothing waits for it without end. */
const ANSWER_LIMIT_MS = 60_000;

/** Null without a service, a bus or permission, which the screen says plainly. */
async function probe(load: () => Promise<SystemKeychain>): Promise<SystemKeychain | null> {
  try {
    const candidate = await load();
    await candidate.getPassword(SERVICE, PROBE_ACCOUNT);
    return candidate;
  } catch {
    return null;
  }
}

/** Refuses a question that the system does not answer in time, or not at all: the native package can throw at once. */
async function withinLimit<T>(clock: Clock, ask: () => Promise<T>): Promise<Result<T, KeychainError>> {
  let cancelLimit = () => {};
  const tooLong = new Promise<never>((_, reject) => {
    cancelLimit = clock.after(ANSWER_LIMIT_MS, () => reject(new Error('no answer')));
  });
  try {
    return ok(await Promise.race([ask(), tooLong]));
  } catch {
    // The native error can hold nothing useful to a person, and must not reach a log with its arguments.
    return err(keychainError('refused'));
  } finally {
    cancelLimit();
  }
}

/** Asks once about each account at a time: a locked keychain is not asked again and again while it waits. */
function createQuestions() {
  const asked = new Map<string, Promise<string | null>>();
  return {
    ask(keychain: SystemKeychain, account: string): Promise<string | null> {
      const known = asked.get(account);
      if (known) return known;
      const answer = keychain.getPassword(SERVICE, account).finally(() => asked.delete(account));
      asked.set(account, answer);
      return answer;
    },
    forget: (account: string) => void asked.delete(account),
  };
}

export function openKeychain(
  load: () => Promise<SystemKeychain>,
  clock: Clock,
  onState: () => void,
): Keychain {
  const session = new Map<string, string>();
  const questions = createQuestions();
  let state: ReturnType<Keychain['state']> = 'checking';
  let system: SystemKeychain | null = null;

  const limit = new Promise<null>((resolve) => void clock.after(PROBE_LIMIT_MS, () => resolve(null)));
  const ready = Promise.race([probe(load), limit]).then((found) => {
    system = found;
    state = found ? 'available' : 'unavailable';
    onState();
    return state;
  });

  /** Runs on the system's keychain after the probe; null when there is none. */
  async function onSystem<T>(
    run: (keychain: SystemKeychain) => Promise<T>,
  ): Promise<Result<T, KeychainError> | null> {
    await ready;
    const found = system;
    return found && withinLimit(clock, () => run(found));
  }

  return {
    state: () => state,
    ready: () => ready,
    async get(account) {
      const kept = session.get(account);
      if (kept !== undefined) return ok(kept);
      return (await onSystem((keychain) => questions.ask(keychain, account))) ?? ok(null);
    },
    async set(account, secret) {
      questions.forget(account);
      const written = await onSystem((keychain) => keychain.setPassword(SERVICE, account, secret));
      if (written?.ok) return ok('stored');
      if (written) return written;
      session.set(account, secret);
      return ok('session-only');
    },
    async delete(account) {
      session.delete(account);
      const gone = await onSystem((keychain) => keychain.deletePassword(SERVICE, account));
      return gone && !gone.ok ? gone : ok(null);
    },
  };
}

/** keytar, loaded late: its native part may be missing on a platform, which is "unavailable", not a crash. */
export async function loadKeytar(): Promise<SystemKeychain> {
  const { default: keytar } = await import('keytar');
  return keytar;
}
