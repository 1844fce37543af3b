/** People as the core keeps them, and what a profile's context is told of the person who acts. */
import type { Clock, Random } from '#shared/time/clock.ts';
import { mayDo, type Right } from '#shared/domain/rights.ts';
import type { KeyProcess } from '../key-process/client.ts';
import type { Keychain } from '../keychain/keychain.ts';
import type { Log } from '../log/log.ts';
import type { OpenPolicy } from '../policy/open-policy.ts';
import { createPeopleService, type Acting, type PeopleService } from '../services/people/index.ts';
import type { SettingsService } from '../services/settings/index.ts';
import type { ProfileContext } from '../services/context.ts';
import type { createCoreEvents } from './events.ts';
import { policyOfPeople } from './policy.ts';
import type { createCoreProfile } from './active-profile.ts';

type Needs = {
  keychain: Keychain;
  keyProcess: KeyProcess | null;
  clock: Clock;
  random: Random;
  log: Log;
  settings: SettingsService;
  policy: OpenPolicy;
  acting: Acting;
  events: ReturnType<typeof createCoreEvents>;
  profile: () => ReturnType<typeof createCoreProfile>;
  /** Calls that do more than show, under way now. */
  callsThatAct: () => number;
};

export function createCorePeople(needs: Needs): PeopleService {
  const {
    keychain,
    keyProcess,
    clock,
    random,
    log,
    settings,
    policy,
    acting,
    events,
    profile,
    callsThatAct,
  } = needs;
  /** If the settings cannot be written now, people are in the keychain all the same: it is noted when they are read next. */
  function noteThatThereArePeople(): void {
    try {
      settings.setHadPeople();
    } catch (error) {
      log.error('settings-not-written', { error: String(error) });
    }
  }
  const people = createPeopleService({
    keychain,
    clock,
    random,
    policy: policyOfPeople(policy),
    expected: { get: settings.hadPeople, set: noteThatThereArePeople },
    bars: { of: settings.barOf, set: settings.setBar },
    actor: acting.current,
    record: (entry) => profile().record(entry),
    // A movement in flight is within the call that confirmed it.
    isBusy: () => callsThatAct() > 0,
    onChange: (state) => {
      events.emit('people.changed', state);
      if (state.kind === 'signed-in') keyProcess?.wake();
      else keyProcess?.rest();
      if (state.kind === 'signed-in') events.tellHeldBack();
    },
  });
  void people.open();
  return people;
}

export const seesExpected =
  ({ signedIn }: Pick<PeopleService, 'signedIn'>): ProfileContext['seesExpected'] =>
  (blindRoles) => {
    const me = signedIn();
    return me !== null && mayDo(me.role, 'close.see-expected') && !blindRoles.includes(me.role);
  };

const mayNow = ({ signedIn }: Pick<PeopleService, 'signedIn'>, right: Right): boolean => {
  const me = signedIn();
  return me !== null && mayDo(me.role, right);
};

export const presenceOf = (
  people: Pick<PeopleService, 'signedIn' | 'listen'>,
  acting: Pick<Acting, 'run'>,
): ProfileContext['presence'] => ({
  may: (right) => mayNow(people, right),
  onChange: people.listen,
  inTheirName: (work) => {
    const me = people.signedIn();
    return me === null ? work() : acting.run(me, work);
  },
});

export const seesContacts =
  (people: Pick<PeopleService, 'signedIn'>): ProfileContext['seesContacts'] =>
  () =>
    mayNow(people, 'customers');
