/** The bridge: parsed input to service. */
import type { Channel, HandlersOf } from '#shared/contract/index.ts';
import type { UseSession } from '../core/profile-session.ts';

type Channels = Extract<Channel, `bridge.${string}`>;

export const createBridgeHandlers = (use: UseSession): HandlersOf<Channels> => ({
  'bridge.get': (input) => use(({ bridge }) => bridge.get(input)),
  'bridge.rows': (input) => use(({ bridge }) => bridge.rows(input)),
  'bridge.enterDeposit': (input) => use(({ bridge }) => bridge.enterDeposit(input)),
  'bridge.withdrawDeposit': (input) => use(({ bridge }) => bridge.withdrawDeposit(input)),
});
