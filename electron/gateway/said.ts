/** The content of an answer that only confirms that something was done: the gateway's words, if it gave any. */
import type { GatewayMessages } from '#shared/errors/app-error.ts';
import type { Answer } from './answer.ts';
import { messagesOf } from './errors.ts';

export type Said = { messages: GatewayMessages | null };

export const messagesOrNull = ({ body }: Answer): Said => ({ messages: messagesOf(body) ?? null });
