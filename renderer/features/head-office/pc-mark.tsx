/** What tells two PCs of one name apart, behind the name: the branch, or else what its id begins with. */
import { useTranslation } from 'react-i18next';
import type { HeadOfficePc } from '#shared/contract/head-office.ts';

type Props = {
  pcs: readonly HeadOfficePc[];
  /** Its id. */
  pc: string;
  /** The branch has a column of its own. */
  withBranch?: boolean;
};

export function PcMark({ pcs, pc, withBranch = true }: Props) {
  const { t } = useTranslation();
  const own = pcs.find(({ id }) => id === pc);
  const twins = pcs.filter(({ id, name }) => id !== pc && name === own?.name);
  if (!own || twins.length === 0) return null;
  if (twins.some(({ branch }) => branch === own.branch))
    return (
      <span className="muted no-wrap">
        · {t('headOffice.pcId')} <span className="id small-id">{pc.slice(0, 6)}</span>
      </span>
    );
  if (!withBranch) return null;
  return (
    <span className="muted">
      · {own.branch === '' ? t('headOffice.everyBranch') : <bdi>{own.branch}</bdi>}
    </span>
  );
}
