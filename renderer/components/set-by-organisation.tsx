/** Beside a setting that the organisation has set for all its computers: it is shown, and not changed here. */
import { IconBuilding } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PolicyKey } from '#shared/contract/policy.ts';
import { useStatus } from '../app-store.ts';

/** Whether any of these is set. */
export const useSetByOrganisation = (...keys: PolicyKey[]): boolean => {
  const set = useStatus()?.setByOrganisation ?? [];
  return keys.some((key) => set.includes(key));
};

export function SetByOrganisation({ of }: { of: PolicyKey | readonly PolicyKey[] }) {
  const { t } = useTranslation();
  const isSet = useSetByOrganisation(...(typeof of === 'string' ? [of] : of));
  if (!isSet) return null;
  return (
    <span className="set-by-organisation">
      <IconBuilding size={16} aria-hidden /> {t('policy.set')}
    </span>
  );
}
