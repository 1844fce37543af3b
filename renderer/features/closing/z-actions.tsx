/** The actions on an issued Z, and on the totals now. */
import { useActiveProfile } from '../../app-store.ts';
import type { ZDocument } from '#shared/contract/closing-z.ts';
import { ReportActions } from '../reports/index.tsx';
import { useClosing } from './store.ts';

/** `main`: it is the one act of the page. */
export const ZActions = ({ z, main = false }: { z: ZDocument; main?: boolean }) => (
  <ReportActions source={{ kind: 'z', z }} main={main} />
);

/** X: only before the rows are fixed, and never while the count is blind. */
export function XActions() {
  const profile = useActiveProfile();
  const x = useClosing((state) => state.x);
  if (x === null || profile === null) return null;
  const { environment, merchantId } = profile;
  return <ReportActions source={{ kind: 'x', x, environment, merchantId }} />;
}
