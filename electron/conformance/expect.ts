/** How a check says what it expects. Each throws {@link Unmet} with what came instead. */
import type { z } from 'zod';
import { Unmet } from './outcome.ts';
import type { Answer } from './target.ts';

const described = (answer: Answer) => `${answer.asked} → ${answer.status} ${answer.text}`;

export function unmet(expected: string, came: Answer | string): never {
  throw new Unmet(expected, typeof came === 'string' ? came : described(came));
}

export function that(condition: boolean, expected: string, came: Answer | string): asserts condition {
  if (!condition) unmet(expected, came);
}

export function hasStatus(answer: Answer, ...statuses: number[]): Answer {
  if (!statuses.includes(answer.status)) unmet(`status ${statuses.join(' or ')}`, answer);
  return answer;
}

/** Any 2xx: the document gives the status of few answers. */
export function succeeds(answer: Answer): Answer {
  if (answer.status < 200 || answer.status > 299) unmet('success', answer);
  return answer;
}

/** Refused with a 4xx that is none of `others`: those would mean that something else was wrong. */
const refusal =
  (expected: string, others: number[]) =>
  (answer: Answer): Answer => {
    const { status } = answer;
    return status < 400 || status > 499 || others.includes(status) ? unmet(expected, answer) : answer;
  };

/** Any 4xx. */
export const isTurnedAway = refusal('a refusal (4xx)', []);
/** For what it brings as a credential; the route is there. */
export const isNotLetIn = refusal('a refusal of the credential (4xx, not 404)', [404, 405, 429]);
/** For what it asks; the key is taken and the route is there. */
export const isRejected = refusal('a refusal of the request (4xx, not 401 or 404)', [401, 404, 405, 429]);
/** For an id that nobody has; the key is taken. */
export const isUnknown = refusal('a refusal of the id (4xx, not 401 or 403)', [401, 403, 405, 429]);

/** Exactly the two statuses of §7 for a key that does not fit. */
export const isUnauthorized = (answer: Answer): Answer => hasStatus(answer, 401, 403);

const pathText = (path: PropertyKey[]) => (path.length === 0 ? 'the body' : path.map(String).join('.'));

/** Parses a value; names the first three places where it differs. */
export function hasShape<T extends z.ZodType>(schema: T, value: unknown, answer: Answer): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, 3).map(({ path, message }) => `${pathText(path)}: ${message}`);
  return unmet(`the documented fields (${issues.join('; ')})`, answer);
}

/** A success whose body has the shape. */
export const answers = <T extends z.ZodType>(answer: Answer, schema: T): z.output<T> =>
  hasShape(schema, succeeds(answer).json, answer);
