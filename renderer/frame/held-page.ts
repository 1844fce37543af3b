/**
 * A page with work that is not saved holds its place: whatever leads away from it (a link, a key, the way back) is asked
 * about first. The page shows the question; where to was wanted is kept for its answer. While a dialog waits for an answer
 * its page stays without a question: the answer is wanted here.
 */
import { useCallback, useEffect } from 'react';
import { navigate, useHashLocation } from 'wouter/use-hash-location';
import { create } from 'zustand';
import { useStatus } from '../app-store.ts';
import { usePeople } from '../people-store.ts';
import { awaitedPath, useAwaitedPath } from '../waiting.ts';

type Held = {
  /** The address that is kept; null while nothing is held. */
  path: string | null;
  wanted: string | null;
};
const nothingHeld: Held = { path: null, wanted: null };
const useHeld = create<Held>(() => nothingHeld);

/** Under the lock, and where another person signs in and the window begins anew, nobody is here who could answer. */
const isHere = () => {
  const { state, entered } = usePeople.getState();
  return state?.me?.personId === entered;
};

/** The router's address: while a page is held it stays. */
export function useHeldLocation(): [string, typeof navigate] {
  const [path, go] = useHashLocation();
  const held = useHeld((state) => state.path);
  const awaited = useAwaitedPath();
  return [awaited ?? held ?? path, go];
}
useHeldLocation.hrefs = (href: string) => `#${href}`;

const ask = (event: BeforeUnloadEvent) => {
  if (isHere()) event.preventDefault();
};

/** Puts the address back while an answer is awaited. */
export function useHoldForAnswers(): void {
  const [address] = useHashLocation();
  const awaited = useAwaitedPath();
  useEffect(() => {
    if (awaited !== null && address !== awaited && isHere()) navigate(awaited, { replace: true });
  }, [address, awaited]);
}

/** Holds this page while `unsaved`. `wanted`: somebody wants to go on to this address. */
export function useHoldPage(
  path: string,
  unsaved: boolean,
): { wanted: string | null; stay: () => void; leave: () => void } {
  const [address] = useHashLocation();
  const wanted = useHeld((state) => state.wanted);
  // The desktop host's window would not say why it does not close.
  const inBrowser = useStatus()?.host === 'browser';
  useEffect(() => {
    if (!unsaved) return;
    useHeld.setState({ path, wanted: null });
    return () => useHeld.setState(nothingHeld);
  }, [path, unsaved]);
  useEffect(() => {
    if (!unsaved || address === path || awaitedPath() !== null || !isHere()) return;
    useHeld.setState({ wanted: address });
    navigate(path, { replace: true });
  }, [address, path, unsaved]);
  useEffect(() => {
    if (!unsaved || !inBrowser) return;
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved, inBrowser]);
  const stay = useCallback(() => useHeld.setState({ wanted: null }), []);
  const leave = useCallback(() => {
    const { wanted: target } = useHeld.getState();
    useHeld.setState(nothingHeld);
    if (target !== null) navigate(target);
  }, []);
  return { wanted, stay, leave };
}
