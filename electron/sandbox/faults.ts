/** Fault switches: chosen requests become slow, fail, are dropped before or after acting, or get a nonsense answer. */
import { z } from 'zod';

export const faultSchema = z.object({
  match: z
    .object({
      method: z.string().optional(),
      path: z.string().optional(),
      environment: z.enum(['test', 'live']).optional(),
    })
    .default({}),
  fault: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('delay'), ms: z.number().int().min(0).max(600_000) }),
    /** Answered so without acting. */
    z.object({
      kind: z.literal('status'),
      status: z.number().int().min(200).max(599),
      body: z.unknown().optional(),
    }),
    z.object({ kind: z.literal('drop-before') }),
    /** Acts, then the connection is gone. */
    z.object({ kind: z.literal('drop-after') }),
    /** Acts, then answers something that is not the gateway's. */
    z.object({ kind: z.literal('nonsense') }),
    /** Acts, then answers exactly this. */
    z.object({
      kind: z.literal('body'),
      text: z.string(),
      status: z.number().int().default(200),
      contentType: z.string().default('application/json'),
    }),
  ]),
  times: z.number().int().min(1).default(1_000_000),
});
export type FaultRule = z.output<typeof faultSchema>;

export type Faults = {
  add(rule: FaultRule): void;
  clear(): void;
  /** The first rule that fits this request; counts down its times. */
  take(request: { method: string; path: string; environment: 'test' | 'live' }): FaultRule['fault'] | null;
};

export function createFaults(): Faults {
  let rules: FaultRule[] = [];
  return {
    add: (rule) => void rules.push({ ...rule }),
    clear: () => void (rules = []),
    take: ({ method, path, environment }) => {
      const rule = rules.find(
        ({ match, times }) =>
          times > 0 &&
          (match.method === undefined || match.method === method) &&
          (match.path === undefined || path.includes(match.path)) &&
          (match.environment === undefined || match.environment === environment),
      );
      if (!rule) return null;
      rule.times -= 1;
      return rule.fault;
    },
  };
}
