/** The real client against the independent gateway, and what a test asks of either. */
import { afterEach, expect } from 'vitest';
import type { AppError, GatewayError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { createGateway, type Credentials, type GatewayOptions } from '#electron/gateway/create-gateway.ts';
import type { MovementRequest, SendMoment } from '#electron/gateway/gateway.ts';
import { defaultEndpoints } from '#electron/gateway/endpoint-overrides.ts';
import { systemClock } from '#electron/hosts/launch/system.ts';
import { startIndependentGateway, type IndependentGateway, type Recorded } from './start.ts';
import type { Environment } from './state.ts';

const running: IndependentGateway[] = [];
afterEach(async () => {
  const gateways = running.splice(0);
  await Promise.all(gateways.map((server) => server.close()));
  // Whatever a test is about: nothing was sent against the document.
  for (const { state } of gateways) expect(state.violations).toEqual([]);
});

export type Bench = {
  server: IndependentGateway;
  client: ReturnType<typeof createGateway>;
  /** What the waits between the tries of reads would have been, in milliseconds. */
  waits: number[];
  outcomes: ('reached' | GatewayError)[];
  logged: string[];
  /** The requests so far, which are then forgotten. */
  sent: () => Recorded[];
};

/** One server, one client with the server's keys. No waiting between the tries of a read. */
export async function bench(
  environment: Environment = 'live',
  keys: Partial<Credentials> = {},
  more: Partial<GatewayOptions> = {},
): Promise<Bench> {
  const server = await startIndependentGateway(environment);
  running.push(server);
  const waits: number[] = [];
  const outcomes: Bench['outcomes'] = [];
  const logged: string[] = [];
  const note = (event: string, facts?: Record<string, unknown>) =>
    void logged.push(event + JSON.stringify(facts ?? {}));
  const options: GatewayOptions = {
    endpoints: defaultEndpoints,
    dashboardUrl: server.dashboardUrl,
    checkoutUrl: server.checkoutUrl,
    credentials: async () => ({
      ok: true,
      value: {
        secretKey: server.state.secretKey,
        apiKey: server.state.apiKey,
        transferKey: server.state.transferApiKey,
        paymentKey: server.state.paymentApiKey,
        ...keys,
      },
    }),
    clock: {
      ...systemClock,
      after: (delayMs, task) => {
        if (delayMs >= 10_000) return systemClock.after(delayMs, task);
        waits.push(delayMs);
        return systemClock.after(0, task);
      },
    },
    log: { info: note, warn: note, error: note },
    onOutcome: (outcome) => void outcomes.push(outcome),
    ...more,
  };
  return {
    server,
    client: createGateway(options),
    waits,
    outcomes,
    logged,
    sent: () => server.requests.splice(0),
  };
}

export function must<T>(result: Result<T, AppError>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** Sends a movement and answers how it went, and every moment that was told. */
export async function send(client: Bench['client'], built: Result<MovementRequest, AppError>) {
  const moments: SendMoment[] = [];
  const outcome = await client.send(must(built), (moment) => void moments.push(moment));
  return { outcome, moments };
}

/** Method and target of each request, without the host. */
export const lines = (requests: readonly Recorded[]): string[] =>
  requests.map(({ host, method, target }) => `${host} ${method} ${target}`);

/** An instant of the gateway's timestamps, as the client decodes it. */
export const instant = (raw: string) => ({
  kind: 'instant',
  raw,
  atMs: Date.parse(raw.replace(' ', 'T').replace(/(\.\d{3})\d*/, '$1')),
});

export const money = (minor: bigint, currency = 'EGP') => ({ minor, currency });

/** The body as JSON; amounts that must be numbers are also looked at in the text. */
export const bodyOf = (request: Recorded | undefined): unknown => JSON.parse(request?.body ?? 'null');

/** Which of the credential headers a request had (§5), and their values. */
export function credentialsOf(request: Recorded | undefined): Record<string, unknown> {
  const headers = request?.headers ?? {};
  return Object.fromEntries(
    ['authorization', 'api-key', 'service-hash']
      .filter((name) => headers[name] !== undefined)
      .map((name) => [name, headers[name]]),
  );
}
