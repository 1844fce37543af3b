/** How head office stands for this PC, as the core tells it. */
import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { HeadOfficeState } from '#shared/contract/head-office.ts';
import { call, on, onLink, toldElsewhere } from '../../api/client.ts';
import { useActiveProfile } from '../../app-store.ts';

const none: HeadOfficeState = { membership: null, standing: null };

export const useHeadOffice = create<HeadOfficeState>(() => none);

on('headOffice.changed', (state) => useHeadOffice.setState(state));

/** The PCs that head office names, without this one. */
export function useOtherPcs(): { id: string; name: string }[] {
  const pcs = useHeadOffice(({ standing }) => standing?.pcs);
  return useMemo(() => (pcs ?? []).filter(({ isSelf }) => !isSelf), [pcs]);
}

/** Reads the state of the merchant at hand, and again when the link to the core is back: what changed meanwhile was not told. */
export function useHeadOfficeOfProfile(): void {
  const profileId = useActiveProfile()?.id;
  useEffect(() => {
    useHeadOffice.setState(none);
    if (profileId === undefined) return;
    const read = () =>
      void toldElsewhere(call('headOffice.state', {}), 'its next change tells the same').then(
        (state) => state && useHeadOffice.setState(state),
      );
    read();
    return onLink((up) => up && read());
  }, [profileId]);
}
