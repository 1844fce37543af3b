/** What the thread of head office and the core say to each other. */
import type { HeadOfficeStanding } from '#shared/contract/head-office.ts';
import type { Login } from './connection.ts';
import type { Member } from './round.ts';
import type { NewestQuery, NewestRow } from './store.ts';

export type HeadOfficeTask = Member & { readonly login: Login };

type Asked =
  | { readonly what: 'look' }
  | { readonly what: 'newest'; readonly query: NewestQuery }
  | { readonly what: 'names' };
export type HeadOfficeRequest =
  { readonly kind: 'ask'; readonly id: number; readonly asked: Asked } | { readonly kind: 'close' };
export type Names = { readonly actors: string[]; readonly actions: string[] };
export type HeadOfficeAnswer = {
  look: HeadOfficeStanding;
  newest: NewestRow[];
  names: Names;
};
export type HeadOfficeResponse =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  | { readonly kind: 'standing'; readonly standing: HeadOfficeStanding }
  | { readonly kind: 'news'; readonly count: number }
  | { readonly kind: 'said'; readonly failure: string; readonly message: string };
