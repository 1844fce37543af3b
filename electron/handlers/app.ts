/** The app itself: status, settings, the gateway's operations. */
import type { HandlersOf, OutputOf } from '#shared/contract/index.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { SettingsService } from '../services/settings/index.ts';

export type AppNeeds = {
  settings: SettingsService;
  status: () => Promise<OutputOf<'app.status'>>;
  askAnew: () => void;
  gatewayOperations: () => Result<OutputOf<'app.gatewayOperations'>>;
};

export const createAppHandlers = ({
  settings,
  status,
  askAnew,
  gatewayOperations,
}: AppNeeds): HandlersOf<
  | 'app.status'
  | 'app.askAnew'
  | 'app.settings.get'
  | 'app.settings.set'
  | 'app.settings.setShared'
  | 'app.gatewayOperations'
> => ({
  'app.status': async () => ok(await status()),
  'app.settings.get': async () => ok(settings.get()),
  'app.settings.set': async (change) => settings.set(change),
  'app.settings.setShared': async (change) => settings.set(change),
  'app.askAnew': async () => {
    askAnew();
    return ok({});
  },
  'app.gatewayOperations': async () => gatewayOperations(),
});
