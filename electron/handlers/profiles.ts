/** Profiles: parsed input to service. */
import type { HandlersOf } from '#shared/contract/index.ts';
import type { ProfileService } from '../services/profiles/index.ts';

type Channels =
  | 'profiles.list'
  | 'profiles.startPractice'
  | 'profiles.connect'
  | 'profiles.update'
  | 'profiles.replaceKeys'
  | 'profiles.activate'
  | 'profiles.remove'
  | 'profiles.checkConnection';

export const createProfileHandlers = (profiles: ProfileService): HandlersOf<Channels> => ({
  'profiles.list': () => profiles.list(),
  'profiles.startPractice': () => profiles.startPractice(),
  'profiles.connect': (input) => profiles.connect(input),
  'profiles.update': (input) => profiles.update(input),
  'profiles.replaceKeys': (input) => profiles.replaceKeys(input),
  'profiles.activate': (input) => profiles.activate(input),
  'profiles.remove': (input) => profiles.remove(input),
  'profiles.checkConnection': (input) => profiles.check(input),
});
