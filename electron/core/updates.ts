/** New versions, as the core of a host that can install them sees them. */
import { createUpdateService, type UpdateService } from '../services/updates/index.ts';
import type { PeopleService } from '../services/people/index.ts';
import type { createCoreProfile } from './active-profile.ts';
import type { Basics } from './basics.ts';
import type { CoreOptions } from './options.ts';
import type { UseSession } from './profile-session.ts';

type Needs = {
  options: CoreOptions;
  basics: Basics;
  people: Pick<PeopleService, 'signedIn'>;
  profile: ReturnType<typeof createCoreProfile>;
  useSession: UseSession;
};

export const createCoreUpdates = ({ options, basics, people, profile, useSession }: Needs): UpdateService =>
  createUpdateService({
    version: options.version,
    clock: options.clock,
    log: basics.log,
    updater: options.updater ?? null,
    kept: { get: basics.settings.updates, set: basics.settings.setUpdates },
    policy: {
      channel: () => basics.policy.get('updateChannel'),
      feed: () => basics.policy.get('updateFeed'),
      key: () => basics.policy.get('updateKey'),
    },
    // Nobody has said yet where versions are published: what is installed must come from an address that its owner named.
    defaultFeed: null,
    inFlight: () => profile.current()?.operations.inFlight() ?? 0,
    isClosing: async () => {
      if (!profile.current()) return false;
      const branches = await useSession(({ closing }) => closing.branches());
      // What cannot be read may be a close.
      return !branches.ok || branches.value.branches.some(({ begun }) => begun !== null);
    },
    isIdle: () => people.signedIn() === null,
    onChange: (state) => basics.events.emit('updates.changed', state),
  });
