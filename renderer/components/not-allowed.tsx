/** The reason why a role may not act here, in words: a button that is off has no tooltip for keyboard and touch. */
import { IconLock } from '@tabler/icons-react';
import type { MayDo } from '../people-store.ts';

export const NotAllowed = ({ may }: { may: MayDo }) =>
  may.allowed ? null : (
    <p className="not-allowed">
      <IconLock size={16} aria-hidden /> {may.reason}
    </p>
  );
