/** What a client of the gateway is given, and what every call does with it. */
import type { GatewayError, AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { Log } from '../log/log.ts';
import type { Endpoint, EndpointName } from './endpoint-table.ts';
import type { Endpoints } from './endpoint-overrides.ts';
import type { LearntAnswers } from './shapes/learnt-answers.ts';
import { senderWith, type Sender } from './sender.ts';
import { urlOf, type Call, type Credentials } from './request.ts';

/** Keys, if this process may hold them (Practice, tools, tests); otherwise a sender that holds them elsewhere. */
export type Access =
  | { readonly credentials: () => Promise<Result<Credentials, AppError>> }
  | { readonly sender: Sender };

export type GatewayOptions = Access & {
  endpoints: Endpoints;
  dashboardUrl: string;
  checkoutUrl: string;
  clock: Clock;
  log: Log;
  /** How long the answer to a movement is waited for; 150 s if absent. */
  movementDeadlineMs?: number;
  /** What was learnt of its answers; nothing if absent. */
  learnt?: LearntAnswers;
  /** Called after every call. Any HTTP answer means 'reached', even a refusal. */
  onOutcome: (result: 'reached' | GatewayError) => void;
  /** Called after every read and write: which endpoint was called, and its error, or null if it succeeded. */
  onAnswer?: (endpoint: EndpointName, error: GatewayError | null) => void;
};

export const senderOf = (options: GatewayOptions): Sender =>
  'sender' in options ? options.sender : senderWith(options.credentials, options.clock);

/** The whole address of a call. */
export const addressOf = (
  { dashboardUrl, checkoutUrl }: Pick<GatewayOptions, 'dashboardUrl' | 'checkoutUrl'>,
  endpoint: Endpoint,
  call: Call,
): string => urlOf(endpoint, endpoint.host === 'dashboard' ? dashboardUrl : checkoutUrl, call);

/** Errors that say that the gateway was not reached. */
const NOT_REACHED: readonly GatewayError['code'][] = ['unreachable', 'tls', 'timeout', 'connection-lost'];

/** Tells whether the gateway was reached. A call that was cancelled or never sent says nothing about it. */
export function tellOutcome(
  { onOutcome, onAnswer }: GatewayOptions,
  error: GatewayError | null,
  endpoint?: EndpointName,
): void {
  if (error?.code === 'cancelled' || error?.params['local'] !== undefined) return;
  if (endpoint !== undefined) onAnswer?.(endpoint, error);
  onOutcome(error && NOT_REACHED.includes(error.code) ? error : 'reached');
}
