/** The status that every window shows; several changes in one turn are told once. */
import type { OutputOf } from '#shared/contract/index.ts';

type Status = OutputOf<'app.status'>;

export function createCoreStatus(
  read: () => Promise<Status>,
  tell: (status: Status) => void,
  failed: (error: unknown) => void,
) {
  let queued = false;
  return {
    read,
    changed(): void {
      if (queued) return;
      queued = true;
      setImmediate(() => {
        queued = false;
        read().then(tell, failed);
      });
    },
  };
}
