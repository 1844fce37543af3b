/**
 * The policy that holds now: read at start and looked at again from time to time. One that is refused keeps the last one that
 * was read binding, and locks the app until it is mended.
 */
import type { OutputOf } from '#shared/contract/index.ts';
import { policyKeys, type Policy, type PolicyKey } from '#shared/contract/policy.ts';
import type { PolicyError } from '#shared/errors/app-error.ts';
import type { Clock } from '#shared/time/clock.ts';
import { readPolicy, type Found, type PolicyPlaces } from './places.ts';

export const POLICY_CHECK_MS = 30_000;

export type OpenPolicy = {
  get<Key extends PolicyKey>(key: Key): Policy[Key];
  /** The names of what is set. */
  keys(): PolicyKey[];
  /** The certificates that `caFile` holds. */
  ca(): string | undefined;
  problem(): PolicyError | null;
  view(): OutputOf<'policy.get'>;
  /** After each look, with whether anything is otherwise than before. */
  onLook(listener: (changed: boolean) => void): void;
  /** Looks now. */
  look(): Promise<void>;
  stop(): void;
};

const NOTHING: Found = { policy: {}, from: [], ca: undefined };
const textOf = (value: Policy[PolicyKey]): string =>
  Array.isArray(value) ? value.join(', ') : String(value ?? '');

export async function openPolicy(places: PolicyPlaces, clock: Clock): Promise<OpenPolicy> {
  const listeners: ((changed: boolean) => void)[] = [];
  let found = NOTHING;
  let problem: PolicyError | null = null;
  let cancel = () => {};
  let stopped = false;

  async function read(): Promise<void> {
    const before = JSON.stringify([found, problem]);
    const now = await readPolicy(places);
    if (stopped) return;
    if (now.ok) found = now.value;
    problem = now.ok ? null : now.error;
    const changed = before !== JSON.stringify([found, problem]);
    listeners.forEach((listener) => listener(changed));
  }
  function plan(): void {
    if (!stopped) cancel = clock.after(POLICY_CHECK_MS, () => void read().finally(plan));
  }
  await read();
  plan();

  const keys = () => policyKeys.filter((key) => found.policy[key] !== undefined);
  return {
    get: (key) => found.policy[key],
    keys,
    ca: () => found.ca,
    problem: () => problem,
    view: () => ({
      source: found.from.length > 0 ? found.from.join(', ') : null,
      settings: keys().map((key) => ({ key, value: textOf(found.policy[key]) })),
    }),
    onLook: (listener) => void listeners.push(listener),
    look: read,
    stop(): void {
      stopped = true;
      cancel();
    },
  };
}

/** For a core that no organisation sets anything for. */
export const NO_PLACES: PolicyPlaces = { sources: () => [] };
