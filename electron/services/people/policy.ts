/** What an organisation sets for the people of its computers. */
import type { Rules } from '#shared/contract/people.ts';
import type { Role } from '#shared/domain/rights.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';

export type PeoplePolicy = {
  /** What was set cannot be read: nobody signs in until it can. */
  problem(): AppError | null;
  /** The rules that hold, from those that are kept on this PC. */
  ruled(own: Rules): Rules;
  /** What is kept of the rules that a person wants; refused where a set one is among them. */
  kept(own: Rules, wanted: Rules): Result<Rules, AppError>;
  /** Whether people may have this role here. Those who have another one may only look. */
  allows(role: Role): boolean;
};

export const NO_POLICY: PeoplePolicy = {
  problem: () => null,
  ruled: (own) => own,
  kept: (_own, wanted) => ok(wanted),
  allows: () => true,
};
