/** What dialogs were shown and not confirmed yet. Each is used once, and with it every other one on the same order. */
export function createPreparations<Plan extends { orderId: string; names?: readonly string[] }>(
  newId: () => string,
) {
  const plans = new Map<string, Plan>();
  const namesOf = ({ orderId, names = [] }: Plan) => [orderId, ...names];
  return {
    add(plan: Plan): string {
      const id = newId();
      plans.set(id, plan);
      return id;
    },
    get: (id: string): Plan | undefined => plans.get(id),
    /** What they were planned from is about to change, under whichever of its names. */
    use(used: Plan): void {
      const names = new Set(namesOf(used));
      for (const [id, plan] of plans) if (namesOf(plan).some((name) => names.has(name))) plans.delete(id);
    },
  };
}

/** A pre-check older than this is made again before anything is sent. */
const PRECHECK_FRESH_MS = 15_000;
export const isFresh = ({ readAtMs }: { readAtMs: number }, nowMs: number): boolean =>
  nowMs - readAtMs <= PRECHECK_FRESH_MS;
