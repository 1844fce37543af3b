/** The window's only way to the core. Every answer and event is decoded by the contract's schema. */
import { useEffect } from 'react';
import type { z } from 'zod';
import { unanswered, type Call } from '#shared/contract/call.ts';
import { firstContract, firstEvents } from '#shared/contract/first.ts';
import type { Channel, EventName, EventOf, InputOf, OutputOf } from '#shared/contract/index.ts';
import { appErrorSchema } from '#shared/contract/wire.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { keptListNames } from '#shared/domain/kept-lists.ts';
import { transport, type Wire } from './transport.ts';

type Listener = (payload: never) => void;
const listeners = new Map<EventName, Set<Listener>>();
const linkListeners = new Set<(up: boolean) => void>();
const tellLink = (up: boolean) => linkListeners.forEach((listener) => listener(up));

type Known = {
  readonly contract: Readonly<Partial<Record<Channel, Call>>>;
  readonly events: Readonly<Partial<Record<EventName, z.ZodType>>>;
};
let known: Known = { contract: firstContract, events: firstEvents };
let coming: Promise<void> | null = null;
/** From here on this window speaks the whole contract, and not only that of the first screen. */
export function knowContract(): Promise<void> {
  coming ??= import('#shared/contract/index.ts').then(
    ({ contract, events }) => {
      known = { contract, events };
    },
    (error: unknown) => {
      coming = null;
      throw error;
    },
  );
  return coming;
}

async function callOf(channel: Channel): Promise<Call> {
  await knowContract();
  const one = known.contract[channel];
  if (!one) throw new Error(`no such call: ${channel}`);
  return one;
}

transport.subscribe(({ event, payload }) => {
  const name = event as EventName;
  // Whoever listens later reads first.
  if (!listeners.has(name)) return;
  const tell = () => {
    const decoded = known.events[name]?.parse(payload);
    listeners.get(name)?.forEach((listener) => listener(decoded as never));
  };
  if (known.events[name]) tell();
  else void knowContract().then(tell);
}, tellLink);

/** The core itself is away: not the gateway, the other half of this app. */
const lost = (one: Call | null, error: unknown): { ok: false; error: AppError } => ({
  ok: false,
  error: unanswered(one, error instanceof Error ? error.message : String(error)),
});

const isLocked = (wire: Wire): boolean => {
  if (wire.ok) return false;
  const error = appErrorSchema.safeParse(wire.error);
  return error.success && error.data.kind === 'people' && error.data.code === 'locked';
};

/** The event, or after a while in any case: it may have come before the refusal did. */
const signedInAgain = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 5_000);
    const stop = on('people.changed', ({ kind }) => {
      if (kind !== 'signed-in') return;
      clearTimeout(timer);
      stop();
      resolve();
    });
  });

/** Calls the core. Expected failures, and a core that does not answer, are values. */
export async function call<C extends Channel>(channel: C, input: InputOf<C>): Promise<Result<OutputOf<C>>> {
  let one: Call | null = null;
  try {
    one = known.contract[channel] ?? (await callOf(channel));
    let wire = await transport.invoke(channel, input);
    // Only showing waits for the person to come back. What acts is refused: it was not asked for by who unlocks.
    while (one.right === 'see' && isLocked(wire)) {
      await signedInAgain();
      wire = await transport.invoke(channel, input);
    }
    if (!wire.ok) return { ok: false, error: appErrorSchema.parse(wire.error) };
    return { ok: true, value: one.output.parse(wire.value) as OutputOf<C> };
  } catch (error) {
    return lost(one, error);
  }
}

/**
 * The value of an answer, or null after an error. The one way to leave an error aside: `where` names the place that tells the
 * person of it. A lint rule (used-answers) refuses every other way.
 */
export async function toldElsewhere<T>(answer: Promise<Result<T>>, _where: string): Promise<T | null> {
  const result = await answer;
  return result.ok ? result.value : null;
}

/** Listens to one event of the core; the returned function ends it. */
export function on<E extends EventName>(event: E, listener: (payload: EventOf<E>) => void): () => void {
  const set = listeners.get(event) ?? new Set<Listener>();
  listeners.set(event, set.add(listener));
  return () => set.delete(listener);
}

/** Each event that says what to read again, in its widest form. */
const everyChange: readonly { [E in EventName]: readonly [E, EventOf<E>] }[EventName][] = [
  ['terminals.changed', { terminalIds: null }],
  ['operations.changed', { opIds: null }],
  ['approvals.changed', {}],
  ['closing.changed', { closingId: null }],
  ['headOffice.closes', {}],
  ['chainPeople.changed', {}],
  ['settlement.changed', { what: 'windows' }],
  ['settlement.changed', { what: 'settled' }],
  ['instantSettlement.changed', { what: 'eligible' }],
  ['instantSettlement.changed', { what: 'requests' }],
  ['import.changed', { importId: null }],
  ['reconciliation.changed', { what: 'result' }],
  ['reconciliation.changed', { what: 'settings' }],
  ['notices.changed', {}],
  ['words.changed', {}],
  ['payments.changed', {}],
  ['answers.changed', {}],
  ['checkouts.changed', {}],
  ['deliveries.changed', {}],
  ['savedCards.changed', {}],
  ['credentials.changed', {}],
  ['sharing.changed', {}],
  ['transfers.changed', {}],
  ['sheets.changed', {}],
  ['making.changed', {}],
  ...keptListNames.map((name) => ['kept.changed', { name }] as const),
];

/** What the core said while the link was down is not said again: whoever shows something reads it again. */
export function tellEveryChange(): void {
  for (const [event, payload] of everyChange)
    listeners.get(event)?.forEach((listener) => listener(payload as never));
}

/** Told when the link to the core goes down or comes back. */
export function onLink(listener: (up: boolean) => void): () => void {
  linkListeners.add(listener);
  return () => linkListeners.delete(listener);
}

/** `on` for the life of a component. `listener` must be stable. */
export function useEvent<E extends EventName>(event: E, listener: (payload: EventOf<E>) => void): void {
  useEffect(() => on(event, listener), [event, listener]);
}
