/** The upper half of the ladder: the own PIN at L2, and at L3 a second person's PIN or the request that somebody else made. */
import type { Authorization } from '#shared/contract/people.ts';
import type { Level } from '#shared/domain/ladder.ts';
import { mayDo, roles, type Right } from '#shared/domain/rights.ts';
import { peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { masked } from '../../head-office/masking.ts';
import type { Actor } from './acting.ts';
import type { SignedIn } from './guard.ts';
import type { KnownPeople } from './known-people.ts';

/** `approvedBy`: the second person, or who confirms what another asked for. */
export type Approval = {
  readonly by: string;
  readonly approvedBy: string | null;
  readonly requestedBy: string | null;
  /** The request that a movement decides with its first entry. */
  readonly requestId?: string;
  /** The entry by which another PC of the chain decided it. */
  readonly decision?: string;
  /** Of a decision of another PC: what speaks against it by now. An act that reads first asks it once it has read. */
  readonly faultNow?: FaultNow;
};
type FaultNow = () => Promise<AppError | null>;
export type Ask = {
  /** The right that the person needs, unless they approve the request of somebody who has it. */
  readonly right: Right;
  readonly level: Level;
  readonly authorization: Authorization;
  /** The open request that `authorization.requestId` names. */
  readonly request: { readonly requestedById: string; readonly requestedBy: string } | null;
};
/** `approvedBy` is null below L3. Tries are counted; a wrong PIN changes nothing else. */
export type Authorize = (ask: Ask) => Promise<Result<Approval, AppError>>;

type AuthorizeNeeds = {
  known: KnownPeople;
  signedIn: () => SignedIn | null;
  actor: () => Actor | null;
  onRefused: (who: string, error: AppError) => void;
};

/** One person may have two accounts on a PC, one of this PC and one of the chain. The same name tells that they are one. */
const isOwn = (request: NonNullable<Ask['request']>, me: SignedIn): boolean =>
  request.requestedById === me.personId || isSameName(request.requestedBy, me.name);

export function createAuthorize({ known, signedIn, actor, onRefused }: AuthorizeNeeds): Authorize {
  async function checkPin(personId: string, name: string, pin: string): Promise<Result<null, AppError>> {
    const checked = await known.check(personId, pin);
    if (checked.ok) return ok(null);
    onRefused(name, checked.error);
    return checked;
  }

  function secondOf(personId: string, me: SignedIn): Result<{ name: string }, AppError> {
    const second = known.loaded()?.people.get(personId);
    const isOther = personId !== me.personId && !isSameName(second?.name ?? '', me.name);
    return second?.active === true && isOther && mayDo(known.roleOf(second), 'approve')
      ? ok({ name: second.name })
      : err(peopleError('second-not-allowed'));
  }

  return async ({ right, level, authorization, request }) => {
    const me = signedIn();
    // A call that had to wait does not belong to a person who unlocked meanwhile.
    if (!me || (actor()?.personId ?? me.personId) !== me.personId) return err(peopleError('locked'));
    const own = mayDo(me.role, right);
    if (request && isOwn(request, me)) return err(peopleError('own-request'));
    const approves = request !== null && mayDo(me.role, 'approve');
    if (!own && !approves) return err(peopleError('not-allowed', { right }));
    const asked = approves ? await mayStillAsk(known, request, right) : ok(null);
    if (!asked.ok) return asked;
    if (level === 'L0' || level === 'L1') return ok({ by: me.name, approvedBy: null, requestedBy: null });

    const { second } = authorization;
    if (level === 'L3' && !approves && second === null) return err(peopleError('second-needed'));
    const found = level === 'L3' && !approves && second ? secondOf(second.personId, me) : null;
    if (found && !found.ok) return found;
    const mine = await checkPin(me.personId, me.name, authorization.pin);
    if (!mine.ok) return mine;
    if (approves) return ok({ by: me.name, approvedBy: me.name, requestedBy: request.requestedBy });
    if (!found || !second) return ok({ by: me.name, approvedBy: null, requestedBy: null });
    const theirs = await checkPin(second.personId, found.value.name, second.pin);
    if (!theirs.ok)
      return theirs.error.code === 'pin-wrong'
        ? err(peopleError('second-pin-wrong', theirs.error.params))
        : theirs;
    return ok({ by: me.name, approvedBy: found.value.name, requestedBy: null });
  };
}

type Asker = NonNullable<Ask['request']>;

/** A request ends with the right of the person who made it. */
async function mayStillAsk(known: KnownPeople, { requestedById, requestedBy }: Asker, right: Right) {
  const person = await known.inOrder(() => known.fresh(requestedById));
  return person.ok && person.value.active && mayDo(known.roleOf(person.value), right)
    ? ok(null)
    : err(peopleError('requester-not-allowed', { requestedBy }));
}

/**
 * A person of another PC, as that PC's signed decision names them. `by`: the person and the PC, for the record. `id`: of somebody whom head
 * office keeps, where this PC takes its people from there; the role is then the list's.
 */
export type Decider = {
  readonly id: string | null;
  readonly name: string;
  readonly role: string;
  readonly by: string;
};
type DecidedElsewhere = Pick<Ask, 'right' | 'request'> & {
  readonly decider: Decider;
  /** Who was signed in when it was begun. */
  readonly seenId: string;
  /** A refusal holds whoever asked. */
  readonly word: 'approved' | 'refused';
  /** What speaks against the decision by now. */
  readonly faultNow: FaultNow;
};

const MARKS = /\p{M}/gu;
const bare = (name: string): string =>
  name.normalize('NFKD').replace(MARKS, '').replaceAll(/\s+/g, ' ').trim().toLowerCase();
/** People have other ids on other PCs: whoever has the name of the person who asked is taken to be that person. Names are masked on the way. */
export const isSameName = (a: string, b: string): boolean =>
  bare(a) === bare(b) || bare(masked(a)) === bare(masked(b));

/**
 * Their PIN was checked where they sit. Here: their right, that they did not ask, and that who asked still may. Last of all, that the
 * person who was signed in here still is, and that the decision still holds: the terminal was read meanwhile.
 */
export const createAuthorizeElsewhere =
  ({ known, signedIn }: Pick<AuthorizeNeeds, 'known' | 'signedIn'>) =>
  async ({
    right,
    request,
    decider: { id, name, role, by },
    seenId,
    word,
    faultNow,
  }: DecidedElsewhere): Promise<Result<Approval, AppError>> => {
    const mayApprove = roles.some((one) => one === role && mayDo(one, 'approve'));
    if (!request || !mayApprove) return err(peopleError('decision-not-allowed', { by }));
    const { requestedById, requestedBy } = request;
    const isKept = id !== null && known.loaded()?.people.get(requestedById)?.chain !== undefined;
    if (isKept ? id === requestedById : isSameName(name, requestedBy)) return err(peopleError('own-request'));
    const asked = word === 'refused' ? ok(null) : await mayStillAsk(known, request, right);
    if (!asked.ok) return asked;
    const heldNow: FaultNow = async () => {
      const fault = await faultNow();
      return signedIn()?.personId === seenId ? fault : peopleError('locked');
    };
    const fault = await heldNow();
    return fault ? err(fault) : ok({ by, approvedBy: by, requestedBy, faultNow: heldNow });
  };
