/** The status that every window shows; several changes in one turn are told once. */
import type { OutputOf } from '#shared/contract/index.ts';
import type { ProfileSession } from './profile-session.ts';

type Status = OutputOf<'app.status'>;
type Facts = Omit<Status, 'activeProfileId' | 'openOperations' | 'unknownOperations'>;

export async function statusOf(session: ProfileSession | null, facts: () => Facts): Promise<Status> {
  const counts = session ? await session.operations.counts() : { open: 0, unknown: 0 };
  return {
    ...facts(),
    activeProfileId: session?.context.profileId ?? null,
    openOperations: counts.open,
    unknownOperations: counts.unknown,
  };
}

export function createCoreStatus(
  read: () => Promise<Status>,
  tell: (status: Status) => void,
  failed: (error: unknown) => void,
) {
  let queued = false;
  return {
    read,
    changed: (): void => {
      if (queued) return;
      queued = true;
      setImmediate(() => {
        queued = false;
        read().then(tell, failed);
      });
    },
  };
}
