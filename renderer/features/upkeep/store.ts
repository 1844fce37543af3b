/** How the lists are kept up to date by themselves, as the core tells it. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { UpkeepState } from '#shared/contract/upkeep.ts';
import { call, on, toldElsewhere } from '../../api/client.ts';
import { useActiveProfile } from '../../app-store.ts';
import { noteNews } from '../../news.ts';

export const useUpkeep = create<{ state: UpkeepState | null }>(() => ({ state: null }));

on('upkeep.progress', (state) => useUpkeep.setState({ state }));
on('upkeep.news', ({ count }) => noteNews(count));

export function useUpkeepOfProfile(): void {
  const profileId = useActiveProfile()?.id;
  useEffect(() => {
    if (profileId === undefined) return useUpkeep.setState({ state: null });
    void toldElsewhere(call('upkeep.state', {}), 'its next change tells the same').then(
      (state) => state && useUpkeep.setState({ state }),
    );
  }, [profileId]);
}
