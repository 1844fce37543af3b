/** How a policy binds: what each part of the core asks of it. */
import type { Handlers } from '#shared/contract/index.ts';
import type { Rules } from '#shared/contract/people.ts';
import { limitOf, type Policy, type PolicyKey } from '#shared/contract/policy.ts';
import { limitNames, type LimitName } from '#shared/domain/ladder.ts';
import type { Role } from '#shared/domain/rights.ts';
import { policyError, type PolicyError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import { setRoute } from '../gateway/connection.ts';
import type { OpenPolicy } from '../policy/open-policy.ts';
import type { PeoplePolicy } from '../services/people/index.ts';
import type { ProfilePolicy } from '../services/profiles/index.ts';

const limitKeyOf = (name: LimitName) => `${name}Limit` as const satisfies PolicyKey;

function limitsOf(policy: OpenPolicy, own: Rules['limits']): Rules['limits'] {
  const of = (name: LimitName) =>
    policy.get(limitKeyOf(name))?.flatMap((text) => limitOf(text) ?? []) ?? own[name];
  return {
    reversal: of('reversal'),
    instantSettlement: of('instantSettlement'),
    orderMovement: of('orderMovement'),
    payout: of('payout'),
    writeOff: of('writeOff'),
  };
}

const sameLimits = (a: Rules['limits'][LimitName], b: Rules['limits'][LimitName]): boolean =>
  a.length === b.length &&
  a.every((one) => b.some(({ minor, currency }) => minor === one.minor && currency === one.currency));

export function policyOfPeople(policy: OpenPolicy): PeoplePolicy {
  const ruled = (own: Rules): Rules => ({
    lockAfterMinutes: policy.get('lockAfterMinutes') ?? own.lockAfterMinutes,
    limits: limitsOf(policy, own.limits),
  });
  const allows = (role: Role): boolean =>
    role === 'administrator' || (policy.get('roles')?.includes(role) ?? true);
  return {
    problem: () => policy.problem(),
    ruled,
    /** The organisation's part stays out of what is kept: when it ends, the own one holds again. */
    kept(own, wanted) {
      const set = ruled(own);
      const minutes = policy.get('lockAfterMinutes');
      if (minutes !== undefined && wanted.lockAfterMinutes !== minutes)
        return err(policyError('set', { key: 'lockAfterMinutes' }));
      const changed = limitNames.find(
        (name) =>
          policy.get(limitKeyOf(name)) !== undefined && !sameLimits(set.limits[name], wanted.limits[name]),
      );
      if (changed) return err(policyError('set', { key: limitKeyOf(changed) }));
      const limits = { ...wanted.limits };
      for (const name of limitNames)
        if (policy.get(limitKeyOf(name)) !== undefined) limits[name] = own.limits[name];
      return ok({
        lockAfterMinutes: minutes === undefined ? wanted.lockAfterMinutes : own.lockAfterMinutes,
        limits,
      });
    },
    allows,
  };
}

type Place = Parameters<ProfilePolicy['refusal']>[0];

const SETS: readonly [PolicyKey, (place: Place, policy: Policy[PolicyKey]) => boolean][] = [
  ['merchantId', ({ merchantId }, set) => merchantId === set],
  ['environment', ({ environment }, set) => environment === set],
];

export function policyOfProfiles(policy: OpenPolicy): ProfilePolicy {
  return {
    /** Another merchant or environment than the one that is set. */
    refusal(place) {
      if (place.environment === 'practice') return null;
      const other = SETS.find(([key, fits]) => {
        const set = policy.get(key);
        return set !== undefined && !fits(place, set);
      });
      return other ? policyError('set', { key: other[0] }) : null;
    },
    set: () => ({
      name: policy.get('merchantName'),
      dashboardUrl: policy.get('dashboardHost'),
      checkoutUrl: policy.get('checkoutHost'),
    }),
  };
}

/** Refuses to close the day of a branch that is not the one of this computer. */
export function onlyOwnBranch(policy: OpenPolicy, handlers: Handlers): Handlers {
  const isOther = (branchKey: string) => (policy.get('branch') ?? branchKey) !== branchKey;
  return {
    ...handlers,
    'closing.begin': async (input) =>
      isOther(input.branchKey)
        ? err(policyError('set', { key: 'branch' }))
        : handlers['closing.begin'](input),
    'closing.branches': async (input) => {
      const answer = await handlers['closing.branches'](input);
      return answer.ok
        ? ok({ branches: answer.value.branches.filter(({ branchKey }) => !isOther(branchKey)) })
        : answer;
    },
  };
}

/** How the gateway is reached: for the whole process, as one core is in it. */
export const followRoute = (policy: OpenPolicy): void =>
  setRoute({ proxy: policy.get('proxy'), ca: policy.ca() });

export const setBy = (policy: OpenPolicy, key: PolicyKey): PolicyError | null =>
  policy.get(key) === undefined ? null : policyError('set', { key });
