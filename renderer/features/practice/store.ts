/** What the story of Practice holds ready for the person who is signed in. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { PracticeStory } from '#shared/contract/practice.ts';
import { call, toldElsewhere } from '../../api/client.ts';
import { useActiveProfile } from '../../app-store.ts';
import { useMe } from '../../people-store.ts';

type Store = {
  story: PracticeStory | null;
  /** The tour is on screen. */
  tour: boolean;
  /** Which of its steps, from 0. */
  step: number;
};

export const usePractice = create<Store>(() => ({ story: null, tour: false, step: 0 }));

const NOTHING: Store = { story: null, tour: false, step: 0 };

async function load(): Promise<void> {
  const found = await toldElsewhere(call('practice.story', {}), 'a Practice without its story is a bare one');
  usePractice.setState({ ...NOTHING, ...found });
}

/** Follows the profile that is open and the person who is signed in. */
export function useStoryOfProfile(): void {
  const profile = useActiveProfile();
  const me = useMe();
  const place = profile?.environment === 'practice' ? (me?.personId ?? null) : null;
  useEffect(() => {
    if (place === null) usePractice.setState(NOTHING);
    else void load();
    // Told again, it is another profile under the same name.
  }, [place, profile]);
}

export const beginTour = () => usePractice.setState({ tour: true, step: 0 });

/** For good: it does not come by itself again. */
export function leaveTour(): void {
  usePractice.setState({ tour: false });
  void toldElsewhere(call('practice.leaveTour', {}), 'the tour comes again at the next start');
}
