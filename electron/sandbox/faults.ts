/** Fault switches: chosen requests become slow, fail, are dropped before or after acting, or get a nonsense answer. */
import { z } from 'zod';

export const faultSchema = z.strictObject({
  match: z
    .strictObject({
      method: z.string().optional(),
      /** A part of the path; `*` stands for anything within it. */
      path: z.string().optional(),
      environment: z.enum(['test', 'live']).optional(),
    })
    .default({}),
  fault: z.discriminatedUnion('kind', [
    /** Acts and answers as usual, after waiting. */
    z.strictObject({ kind: z.literal('delay'), ms: z.number().int().min(0).max(600_000) }),
    /** Answered so without acting; without a body, with the gateway's error body. */
    z.strictObject({
      kind: z.literal('status'),
      status: z.number().int().min(200).max(599),
      body: z.unknown().optional(),
    }),
    /** The connection is gone before anything was done. */
    z.strictObject({ kind: z.literal('drop-before') }),
    /** Acts, then the connection is gone without an answer. */
    z.strictObject({ kind: z.literal('drop-after') }),
    /** Acts, then answers something that is not the gateway's. */
    z.strictObject({ kind: z.literal('nonsense') }),
    /** Acts, then answers exactly this. */
    z.strictObject({
      kind: z.literal('body'),
      text: z.string(),
      status: z.number().int().min(200).max(599).default(200),
      contentType: z.string().default('application/json'),
    }),
  ]),
  /** How many requests; all of them when absent. */
  times: z.number().int().min(1).optional(),
});
type FaultRule = z.output<typeof faultSchema>;
export type Fault = FaultRule['fault'];

export type Faults = {
  add(rule: FaultRule): void;
  clear(): void;
  /** The rules that still apply, and how often; null is for ever. */
  rules(): { rule: FaultRule; left: number | null }[];
  /** The fault of the first rule that fits this request and has times left; uses up one of them. */
  take(request: { method: string; path: string; environment: 'test' | 'live' }): Fault | null;
};

/** The parts between the stars must come one after another. */
function pathFits(pattern: string, path: string): boolean {
  let from = 0;
  for (const part of pattern.split('*')) {
    const at = path.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return true;
}

export function createFaults(): Faults {
  let rules: { rule: FaultRule; left: number }[] = [];
  return {
    add: (rule) => void rules.push({ rule, left: rule.times ?? Infinity }),
    clear: () => void (rules = []),
    rules: () =>
      rules
        .filter(({ left }) => left > 0)
        .map(({ rule, left }) => ({ rule, left: left === Infinity ? null : left })),
    take: ({ method, path, environment }) => {
      const found = rules.find(
        ({ rule: { match }, left }) =>
          left > 0 &&
          (match.method === undefined || match.method.toUpperCase() === method) &&
          (match.path === undefined || pathFits(match.path, path)) &&
          (match.environment === undefined || match.environment === environment),
      );
      if (!found) return null;
      found.left -= 1;
      return found.rule.fault;
    },
  };
}
