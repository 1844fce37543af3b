/** What is known of gateways at start, from the two files of the data folder, and the clients made from it. */
import type { AppError } from '#shared/errors/app-error.ts';
import type { Clock } from '#shared/time/clock.ts';
import {
  loadCapabilities,
  practiceCapabilities,
  unknownCapabilities,
  type Capabilities,
} from '../gateway/capabilities.ts';
import { createGateway, type GatewayOptions } from '../gateway/create-gateway.ts';
import type { Access } from '../gateway/gateway-options.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { describeEndpoints, loadEndpoints } from '../gateway/endpoint-overrides.ts';
import type { Log } from '../log/log.ts';
import type { ProfileFile } from '../services/profiles/profile-files.ts';

type Hosts = { dashboardUrl: string; checkoutUrl: string };

export async function loadGateways(
  { dataDir, clock, log }: { dataDir: string; clock: Clock; log: Log },
  problem: (id: string, error: AppError) => void,
) {
  const endpoints = await loadEndpoints(dataDir);
  if (!endpoints.ok) problem('gateway-profile', endpoints.error);
  const learnt = await loadCapabilities(dataDir);
  if (!learnt.ok) problem('gateway-capabilities', learnt.error);
  const learntOf = learnt.ok ? learnt.value : () => unknownCapabilities;
  const described = endpoints.ok ? describeEndpoints(endpoints.value) : [];

  return {
    /** The file's error stops every call: defaults are never used silently instead. */
    endpoints,
    described,
    /** Paths, hosts and credentials can be overruled by a file: where a request went must be told from the record alone. */
    overruled: described.flatMap((one) => (one.overruled ? [one.name] : [])),
    capabilitiesOf: ({ environment, dashboardUrl }: ProfileFile): Capabilities =>
      environment === 'practice' ? practiceCapabilities : learntOf(dashboardUrl),
    /** Null if the file of endpoints is invalid. */
    clientFor: (
      { dashboardUrl, checkoutUrl }: Hosts,
      access: Access,
      {
        onOutcome = () => {},
        ...own
      }: Partial<Pick<GatewayOptions, 'onOutcome' | 'onAnswer' | 'clock' | 'learnt'>> = {},
    ): Gateway | null =>
      endpoints.ok
        ? createGateway({
            endpoints: endpoints.value,
            dashboardUrl,
            checkoutUrl,
            ...access,
            clock,
            log,
            onOutcome,
            ...own,
            movementDeadlineMs: learntOf(dashboardUrl).deadlineMs,
          })
        : null,
  };
}
