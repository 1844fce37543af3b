/** After a sign-in the id of the open merchant is there before its name: that is no computer without a merchant. */
import { expect, it } from 'vitest';
import type { Status } from '#shared/contract/app.ts';
import type { Profile } from '#shared/contract/profiles.ts';

Object.assign(globalThis, {
  location: { hash: '' },
  window: { closeout: { invoke: () => new Promise(() => {}), subscribe: () => () => undefined } },
});
const { isProfileComing } = await import('#renderer/app-store.ts');

const status = (activeProfileId: string | null) => ({ activeProfileId }) as Status;
const profiles = [{ id: 'practice' }] as Profile[];

it.each([
  ['the open merchant is not read yet', status('practice'), [], true],
  ['another one is read', status('live'), profiles, true],
  ['the open merchant is read', status('practice'), profiles, false],
  ['none is open', status(null), [], false],
  ['nothing is known yet', null, [], false],
] as const)('%s', (_, now, read, isComing) => {
  expect(isProfileComing({ status: now, profiles: [...read] })).toBe(isComing);
});
