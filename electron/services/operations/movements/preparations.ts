/** The plans of open dialogs. Each is used once, and using it removes every other plan on the same order. */
import { movementError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../context.ts';
import { uuidv7 } from '../../uuid.ts';
import type { Movement } from '../machine/movement.ts';

/** A pre-check older than this is made again before anything is sent. */
const PRECHECK_FRESH_MS = 15_000;

type Planned = { orderId: string; names?: readonly string[]; readAtMs: number };

export function createPreparations<Wanted, Plan extends Wanted & Planned, Form>(
  context: ProfileContext,
  movement: Movement<Wanted, Plan, Form>,
) {
  const plans = new Map<string, Plan>();
  const namesOf = ({ orderId, names = [] }: Plan) => [orderId, ...names];
  /** Forgets every plan on this order, by whichever of its names: what they were planned from is about to change. */
  function use(used: Plan): void {
    const names = new Set(namesOf(used));
    for (const [id, plan] of plans) if (namesOf(plan).some((name) => names.has(name))) plans.delete(id);
  }
  const get = (id: string): Result<Plan, AppError> => {
    const plan = plans.get(id);
    return plan ? ok(plan) : err(movementError('preparation-expired'));
  };
  return {
    add(plan: Plan): string {
      const id = uuidv7(context);
      plans.set(id, plan);
      return id;
    },
    get,

    /** Answers the plan that a person has confirmed, and uses it up. An incomplete form leaves the dialog open. */
    async confirm(id: string, form: Form): Promise<Result<Plan, AppError>> {
      const found = get(id);
      if (!found.ok) return found;
      const plan = found.value;
      const complete = movement.checkForm(plan, form);
      if (!complete.ok) return complete;
      use(plan);
      const isFresh = context.clock.nowMs() - plan.readAtMs <= PRECHECK_FRESH_MS;
      return isFresh ? found : movement.plan(plan);
    },
  };
}
