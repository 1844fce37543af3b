/** Who is signed in, as the window knows it: it shows what the core enforces. */
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { EMPTY_BAR, type Bar, type PeopleState } from '#shared/contract/people.ts';
import type { Right } from '#shared/domain/rights.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { call, on } from './api/client.ts';
import { renewIfSecretTyped } from './typed-secrets.ts';
import { noteLeft } from './waiting.ts';

type PeopleStore = {
  state: PeopleState | null;
  error: AppError | null;
  /** Who was signed in last in this window; what is on screen under the lock is this person's. */
  entered: string | null;
  /** The next sign-in is meant for somebody else. */
  switching: boolean;
};

export const usePeople = create<PeopleStore>(() => ({
  state: null,
  error: null,
  entered: null,
  switching: false,
}));

const pathKey = (personId: string) => `closeout.path.${personId}`;

let anew = false;
/** The window is on its way to another person. */
export const beginsAnew = (): boolean => anew;

/** Another person: nothing of what was on screen may stay, also not in a store. The address is this person's own last one. */
function beginAnew(from: string, to: string): void {
  anew = true;
  noteLeft();
  sessionStorage.setItem(pathKey(from), window.location.hash);
  window.location.hash = sessionStorage.getItem(pathKey(to)) ?? '';
  window.location.reload();
}

function applyPeople(state: PeopleState): void {
  const { entered } = usePeople.getState();
  const me = state.me?.personId ?? null;
  if (me !== null && entered !== null && me !== entered) return beginAnew(entered, me);
  if (me === null && renewIfSecretTyped()) anew = true;
  usePeople.setState({
    state,
    error: null,
    entered: me ?? entered,
    ...(me !== null && { switching: false }),
  });
}

export async function readPeople(): Promise<void> {
  const answer = await call('people.state', {});
  if (answer.ok) applyPeople(answer.value);
  else usePeople.setState({ error: answer.error });
}

on('people.changed', applyPeople);

export async function lockNow(switching: boolean): Promise<Result<PeopleState>> {
  usePeople.setState({ switching });
  const answer = await call('people.lock', {});
  if (answer.ok) applyPeople(answer.value);
  return answer;
}

/** Takes an answer of the core that holds the state, so that the window does not wait for the event. */
export const takePeople = applyPeople;

export const useMe = () => usePeople(({ state }) => state?.me ?? null);

/** How the person who is signed in has set up the bar of places. */
export const useBar = (): Bar => usePeople(({ state }) => state?.bar ?? EMPTY_BAR);

export type MayDo = { allowed: true } | { allowed: false; reason: string };

/** Whether the person who is signed in may do any of these, else why not, in words. */
export function useMay(...wanted: Right[]): MayDo {
  const { t } = useTranslation();
  const state = usePeople((store) => store.state);
  if (wanted.some((right) => state?.rights.includes(right) === true)) return { allowed: true };
  const role = state?.me ? t(`people.role.${state.me.role}`) : '';
  return { allowed: false, reason: t('people.guard.not-allowed', { role }) };
}
