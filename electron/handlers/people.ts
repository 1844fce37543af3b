/** People: parsed input to service. */
import type { HandlersOf } from '#shared/contract/index.ts';
import type { PeopleService } from '../services/people/index.ts';

type Channels =
  | 'people.state'
  | 'people.begin'
  | 'people.unlock'
  | 'people.lock'
  | 'people.active'
  | 'people.changeOwnPin'
  | 'people.list'
  | 'people.add'
  | 'people.change'
  | 'people.setPin'
  | 'people.unblock'
  | 'people.setRules';

export const createPeopleHandlers = (people: PeopleService): HandlersOf<Channels> => ({
  'people.state': () => people.state(),
  'people.begin': (input) => people.begin(input),
  'people.unlock': (input) => people.unlock(input),
  'people.lock': () => people.lockNow(),
  'people.active': () => people.active(),
  'people.changeOwnPin': (input) => people.changeOwnPin(input),
  'people.list': () => people.list(),
  'people.add': (input) => people.add(input),
  'people.change': (input) => people.change(input),
  'people.setPin': (input) => people.setPin(input),
  'people.unblock': (input) => people.unblock(input),
  'people.setRules': (input) => people.setRules(input),
});
