/** The real working parts of a profile with the raw gateway before the dashboard of the built-in one. */
import { withBench, type Bench } from '../electron/services/operations/harness.ts';
import { startRawGateway, type RawGateway } from './raw-gateway.ts';

export async function withRawDashboard(use: (bench: Bench, raw: RawGateway) => Promise<void>): Promise<void> {
  const raw: RawGateway[] = [];
  let dashboard: RawGateway | null = null;
  try {
    await withBench(
      async (bench) => {
        if (dashboard) await use(bench, dashboard);
      },
      {
        through: async (url, host) => {
          const gateway = await startRawGateway(url);
          raw.push(gateway);
          if (host === 'dashboard') dashboard = gateway;
          return gateway.url;
        },
      },
    );
  } finally {
    await Promise.all(raw.map((gateway) => gateway.stop()));
  }
}
