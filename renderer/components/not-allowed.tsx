/** Why a role may not do what stands here, in words, for keyboard and touch as well: a button that is off has no tooltip there. */
import { IconLock } from '@tabler/icons-react';
import type { MayDo } from '../people-store.ts';

export const NotAllowed = ({ may }: { may: MayDo }) =>
  may.allowed ? null : (
    <p className="not-allowed">
      <IconLock size={16} aria-hidden /> {may.reason}
    </p>
  );
