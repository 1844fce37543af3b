/** The one way into the core: known channel, parsed input, handler, encoded answer. Whatever goes wrong is an answer, too. */
import { z } from 'zod';
import { unanswered } from '#shared/contract/call.ts';
import { contract, events, type Channel, type Handlers } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { inputError } from '#shared/errors/app-error.ts';
import type { CoreEvent } from '../core/events.ts';

/** Plain JSON, as it crosses to the window. */
export type WireResult = { ok: true; value: unknown } | { ok: false; error: AppError };
type Serve = (channel: unknown, input: unknown) => Promise<WireResult>;
type ErrorLog = { error(event: string, facts?: Record<string, unknown>): void };

const isChannel = (channel: unknown): channel is Channel =>
  typeof channel === 'string' && Object.hasOwn(contract, channel);

type ParsedInput = { success: true; data: unknown } | { success: false; where: string };

function parsedInput(channel: Channel, input: unknown): ParsedInput {
  try {
    const parsed = contract[channel].input.safeParse(input);
    if (parsed.success) return parsed;
    return {
      success: false,
      where: [channel, parsed.error.issues[0]?.path.join('.')].filter(Boolean).join(' '),
    };
  } catch {
    // An input can be so bent that the check of it throws: an object without `toString` as the length of a text. It is invalid.
    return { success: false, where: channel };
  }
}

export function createServe(handlers: Handlers, log: ErrorLog): Serve {
  return async (channel, input) => {
    if (!isChannel(channel)) return { ok: false, error: inputError('invalid', { where: 'channel' }) };
    const parsed = parsedInput(channel, input);
    if (!parsed.success) return { ok: false, error: inputError('invalid', { where: parsed.where }) };
    try {
      const handler = handlers[channel] as (input: unknown) => ReturnType<Handlers[Channel]>;
      const result = await handler(parsed.data);
      if (!result.ok) return result;
      return { ok: true, value: z.encode(contract[channel].output as z.ZodType, result.value) };
    } catch (error) {
      // A bug, and it may have come after the act: the window gets a reference that the log line has, too.
      const reference = Math.random().toString(36).slice(2, 8);
      log.error('handler-failed', {
        channel,
        reference,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
      return { ok: false, error: unanswered(contract[channel], reference) };
    }
  };
}

/** An event as it crosses to the window. */
export const encodeEvent = ({ event, payload }: CoreEvent): { event: string; payload: unknown } => ({
  event,
  payload: z.encode(events[event] as z.ZodType, payload),
});
