/** What a client of the gateway is given, and what every call does with it. */
import type { GatewayError, AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { Log } from '../log/log.ts';
import type { Endpoint } from './endpoint-table.ts';
import type { EndpointOverrides } from './endpoint-overrides.ts';
import type { LearntAnswers } from './shapes/learnt-answers.ts';
import { urlOf, type Call, type Credentials } from './request.ts';

export type GatewayOptions = {
  profile: EndpointOverrides;
  dashboardUrl: string;
  checkoutUrl: string;
  credentials: () => Promise<Result<Credentials, AppError>>;
  clock: Clock;
  log: Log;
  /** How long the answer to a movement is waited for; 150 s if absent. */
  movementDeadlineMs?: number;
  /** What was learnt of its answers; nothing if absent. */
  learnt?: LearntAnswers;
  /** Called after every call. Any HTTP answer means 'reached', even a refusal. */
  onOutcome: (result: 'reached' | GatewayError) => void;
};

/** The whole address of a call. */
export const addressOf = (
  { dashboardUrl, checkoutUrl }: GatewayOptions,
  operation: Endpoint,
  call: Call,
): string => urlOf(operation, operation.host === 'dashboard' ? dashboardUrl : checkoutUrl, call);

/** Errors that say that the gateway was not reached. */
const NOT_REACHED: readonly GatewayError['code'][] = ['unreachable', 'tls', 'timeout', 'connection-lost'];

/** Tells whether the gateway was reached. A cancelled call says nothing about that. */
export function tellOutcome({ onOutcome }: GatewayOptions, error: GatewayError | null): void {
  if (error?.code === 'cancelled') return;
  onOutcome(error && NOT_REACHED.includes(error.code) ? error : 'reached');
}
