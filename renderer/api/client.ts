/** The window's only way to the core. Every answer and event is decoded by the contract's schema. */
import { useEffect } from 'react';
import type { z } from 'zod';
import {
  contract,
  events,
  type Channel,
  type EventName,
  type EventOf,
  type InputOf,
  type OutputOf,
} from '#shared/contract/index.ts';
import { appErrorSchema } from '#shared/contract/wire.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { transport } from './transport.ts';

type Listener = (payload: never) => void;
const listeners = new Map<EventName, Set<Listener>>();
const linkListeners = new Set<(up: boolean) => void>();
const tellLink = (up: boolean) => linkListeners.forEach((listener) => listener(up));

transport.subscribe(({ event, payload }) => {
  if (!Object.hasOwn(events, event)) return;
  const name = event as EventName;
  const decoded = (events[name] as z.ZodType).parse(payload);
  listeners.get(name)?.forEach((listener) => listener(decoded as never));
}, tellLink);

/** The core itself is away: not the gateway, the other half of this app. */
const lost = (error: unknown): { ok: false; error: AppError } => ({
  ok: false,
  error: {
    kind: 'internal',
    code: 'unexpected',
    params: { reference: error instanceof Error ? error.message : String(error) },
  },
});

/** Calls the core. Expected failures, and a core that does not answer, are values. */
export async function call<C extends Channel>(channel: C, input: InputOf<C>): Promise<Result<OutputOf<C>>> {
  try {
    const wire = await transport.invoke(channel, input);
    if (!wire.ok) return { ok: false, error: appErrorSchema.parse(wire.error) };
    return { ok: true, value: (contract[channel].output as z.ZodType).parse(wire.value) as OutputOf<C> };
  } catch (error) {
    return lost(error);
  }
}

/** Listens to one event of the core; the returned function ends it. */
export function on<E extends EventName>(event: E, listener: (payload: EventOf<E>) => void): () => void {
  const set = listeners.get(event) ?? new Set<Listener>();
  listeners.set(event, set.add(listener));
  return () => set.delete(listener);
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
