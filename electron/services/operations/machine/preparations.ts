/** What dialogs were shown and not confirmed yet. Each is used once, and with it every other one on the same order. */
import { movementError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../../core/context.ts';
import { uuidv7 } from '../../uuid.ts';

/** A pre-check older than this is made again before anything is sent. */
const PRECHECK_FRESH_MS = 15_000;

type Planned = { orderId: string; names?: readonly string[]; readAtMs: number };
type Steps<Plan> = {
  /** Whether the form is complete: one that is not leaves the dialog open. */
  check: (plan: Plan) => Result<null, AppError>;
  planAgain: (plan: Plan) => Promise<Result<Plan, AppError>>;
};

export function createPreparations<Plan extends Planned>(context: ProfileContext) {
  const plans = new Map<string, Plan>();
  const namesOf = ({ orderId, names = [] }: Plan) => [orderId, ...names];
  /** What they were planned from is about to change, under whichever of its names. */
  function use(used: Plan): void {
    const names = new Set(namesOf(used));
    for (const [id, plan] of plans) if (namesOf(plan).some((name) => names.has(name))) plans.delete(id);
  }
  return {
    add(plan: Plan): string {
      const id = uuidv7(context);
      plans.set(id, plan);
      return id;
    },
    get: (id: string): Plan | undefined => plans.get(id),

    /** The plan that a person has confirmed, used up: nothing of it happens between the look-up and that. */
    async confirm(id: string, { check, planAgain }: Steps<Plan>): Promise<Result<Plan, AppError>> {
      const plan = plans.get(id);
      if (!plan) return err(movementError('preparation-expired'));
      const complete = check(plan);
      if (!complete.ok) return complete;
      use(plan);
      return context.clock.nowMs() - plan.readAtMs <= PRECHECK_FRESH_MS ? ok(plan) : planAgain(plan);
    },
  };
}
