/** Changing and deleting something at the gateway. It is sent once; what came of it is what the gateway lists afterwards. */
import type { Changed } from '#shared/contract/making.ts';
import type { GatewayError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { AuditAction, NewEntry } from '../../audit/entry.ts';

type Target = { readonly what: string; readonly key: string; readonly name: string };
type Send = () => Promise<Result<unknown, GatewayError>>;
type Ended = Result<{ ending: Changed }, GatewayError>;
type Needs = { readonly record: (entry: NewEntry) => Promise<boolean> };

export function createChanges({ record }: Needs) {
  const tell = (action: AuditAction, { name, what, key }: Target) =>
    record({ action, target: name, params: { what, key }, outcome: 'ok' });
  return {
    /** `show` reads its list again. A refusal is an error. */
    async change(target: Target, send: Send, show: () => Promise<unknown>): Promise<Ended> {
      const answer = await send();
      if (!answer.ok && answer.error.outcome !== 'unknown') {
        await tell('making.change-refused', target);
        return answer;
      }
      await tell(answer.ok ? 'making.changed' : 'making.change-not-known', target);
      await show();
      return ok({ ending: answer.ok ? 'done' : 'not-known' });
    },
    /**
     * It is deleted if the gateway said so, or if a whole list afterwards does not have it any more. `isListed` reads that list: null
     * if not all of it could be read.
     */
    async remove(
      target: Target,
      send: Send,
      { isListed, show }: { isListed: () => Promise<boolean | null>; show: () => Promise<unknown> },
    ): Promise<Ended> {
      const answer = await send();
      const listed = await isListed();
      await show();
      const isRefused = !answer.ok && answer.error.outcome !== 'unknown';
      if (listed === false || (answer.ok && listed === null)) {
        await tell('making.deleted', target);
        return ok({ ending: isRefused ? 'gone-before' : 'done' });
      }
      await tell(isRefused ? 'making.delete-refused' : 'making.delete-not-known', target);
      return isRefused ? answer : ok({ ending: 'not-known' });
    },
  };
}
