/** How a check ends other than well, thrown from wherever it is seen. */

export type Mode = 'test' | 'live';

/** The gateway answered otherwise than stated. `came` may hold secrets until the runner has redacted it. */
export class Unmet extends Error {
  readonly expected: string;
  readonly came: string;
  constructor(expected: string, came: string) {
    super(`expected ${expected}; came ${came}`);
    this.expected = expected;
    this.came = came;
  }
}

/** Something is missing that only the caller, or time, can give. */
export class CannotCheck extends Error {}

export const cannot = (why: string): never => {
  throw new CannotCheck(why);
};
