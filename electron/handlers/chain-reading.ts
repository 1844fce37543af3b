/** The list of the chain's people as it is read for a call: as far as it is this PC's, and taken over on the way. */
import type { ChainPeopleState } from '#shared/contract/chain-people.ts';
import { headOfficeError, peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { toAsciiDigits } from '#shared/text/digits.ts';
import type { ProfileSession } from '../core/profile-session.ts';
import type { ChainPeople } from '../head-office/people-record.ts';
import { inFours, isOther, type PeopleService } from '../services/people/index.ts';

export type Read = NonNullable<Awaited<ReturnType<ProfileSession['headOffice']['chainList']['read']>>>;
export type Me = NonNullable<ReturnType<PeopleService['signedIn']>>;

export const CODE_DIGITS = 16;
/** 64 bits of the hash or the id, as people compare it. */
export const shownCode = (hex: string): string => inFours(hex.slice(0, CODE_DIGITS).toUpperCase());
export const typedCode = (typed: string): string =>
  toAsciiDigits(typed)
    .toLowerCase()
    .replaceAll(/[^0-9a-f]/g, '');

export const isFollowing = (
  { headOffice }: ProfileSession,
  people: Pick<PeopleService, 'chain'>,
): boolean => {
  const chain = people.chain();
  return chain !== null && chain.place === headOffice.chainList.place();
};

/** What head office has by now is taken over. */
export async function follow(
  session: ProfileSession,
  people: PeopleService,
): Promise<Result<Read, AppError>> {
  const read = await session.headOffice.chainList.read();
  if (!read) return err(peopleError('chain-none'));
  if (!isFollowing(session, people)) return ok(read);
  const followed = await people.followChain(read);
  if (!followed.ok) return followed;
  return followed.value ? ok(read) : err(peopleError('chain-other'));
}

/** As head office has it now; refused while it is not reached. */
export async function freshRead(
  session: ProfileSession,
  people: PeopleService,
): Promise<Result<Read, AppError>> {
  const { headOffice } = session;
  const looked = await headOffice.look();
  const standing = looked.ok ? looked.value.standing : null;
  if (!standing) return err(peopleError('chain-none'));
  if (standing.failure !== null) return err(headOfficeError('not-asked', { failure: standing.failure }));
  if (standing.otherPeople) return err(peopleError('chain-other'));
  return follow(session, people);
}

/** The own PIN, of somebody who belongs to this PC. */
export async function ownPin(people: PeopleService, pin: string): Promise<Result<Me, AppError>> {
  const authorization = { pin, second: null, requestId: null };
  const allowed = await people.authorize({
    right: 'settings.people',
    level: 'L2',
    authorization,
    request: null,
  });
  if (!allowed.ok) return allowed;
  const me = people.signedIn();
  return me ? ok(me) : err(peopleError('locked'));
}

export const NOTHING: ChainPeopleState = {
  kind: 'none',
  code: null,
  pcCode: '',
  isConfirmed: false,
  mayChange: false,
  pcs: [],
  people: [],
  problem: null,
};

export async function stateOf(
  session: ProfileSession,
  people: PeopleService,
): Promise<Result<ChainPeopleState>> {
  const { headOffice } = session;
  const chain = people.chain();
  const read = await headOffice.chainList.read();
  const isOurs = isFollowing(session, people);
  if (!read || (chain && !isOurs)) return ok({ ...NOTHING, kind: chain ? 'elsewhere' : 'none' });
  const pcCode = shownCode(read.self);
  const { list } = read;
  if (!isOurs) return ok({ ...NOTHING, kind: list.first === '' ? 'empty' : 'there', pcCode });
  const state = await headOffice.state();
  const followed = await people.followChain(read);
  const code = shownCode(chain?.first ?? '');
  const isAnother = (state.ok && state.value.standing?.otherPeople) || (chain && isOther(chain, read));
  const problem = isAnother ? peopleError('chain-other') : followed.ok ? null : followed.error;
  // Of another list nothing is shown, and of one that is being read anew nothing before it is whole.
  if (!followed.ok || !followed.value) return ok({ ...NOTHING, kind: 'on', code, pcCode, problem });
  const me = people.signedIn();
  const isAdministrator = me !== null && list.people.get(me.personId)?.role === 'administrator';
  const isConfirmed = list.pcs.get(read.self)?.confirmed === true;
  return ok({
    kind: 'on',
    code,
    pcCode,
    isConfirmed,
    mayChange: isAdministrator && isConfirmed && !isAnother,
    pcs: [...list.pcs].flatMap(([id, { name, confirmed }]) =>
      confirmed ? [{ id, name, isSelf: id === read.self }] : [],
    ),
    people: [...list.people].map(([personId, { madeOn: _, pc: __, ...person }]) => ({ personId, ...person })),
    problem,
  });
}

/**
 * The list as it is at any moment, where this PC takes its people from it; null where it takes none. `unread`: it is another list, or not
 * read as far as it was before.
 */
export async function listToBelieve(
  session: ProfileSession,
  people: Pick<PeopleService, 'chain' | 'followChain'>,
): Promise<(() => ChainPeople) | null | 'unread'> {
  if (!isFollowing(session, people)) return null;
  const { chainList } = session.headOffice;
  const read = await chainList.read();
  const followed = read && (await people.followChain(read));
  return followed?.ok && followed.value ? chainList.latest : 'unread';
}
