/** Compares sums that the services give with those of the reference, and keeps what differs. */
import type { Money } from '#shared/money/money.ts';
import { TILLS, type Day } from './days.ts';
import { total, type Judged, type Kind, type Line } from './reference.ts';

export type Told = readonly { readonly count: number; readonly amount: Money }[];

type Sums = { net: Told; sales: Told; returns: Told; notSummed: Told; undone: Told } & Partial<
  Record<'refunds' | 'voids' | 'reversals', Told>
>;

export type Found = { compared: number; differences: string[]; places: Set<string> };

/** A day with the branch that lives it: every day of a round has its own branch and its own terminals. */
export type Lived = { seed: number; day: Day; branch: string; all: Judged };

export const written = (lines: readonly Line[]) =>
  lines.map((line) => `${line.count} ${line.currency} ${line.minor}`).join(', ');

export const toLines = (told: Told): Line[] =>
  told
    .map(({ count, amount }) => ({ count, currency: amount.currency, minor: amount.minor }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));

export const isAny = () => true;

export const isBack = ({ kind }: Judged[number]) =>
  kind === 'refund' || kind === 'void' || kind === 'reversal';

export const isSale = ({ kind }: Judged[number]) => kind === 'sale';
export const isUnknown = ({ kind }: Judged[number]) => kind === 'unknown';

type Same = (place: string, told: Told, lines: readonly Line[]) => void;

type SameSums = (place: string, told: Sums, all: Judged) => void;

export type Compare = { same: Same; sameSums: SameSums };

/** Compares with the reference, and keeps what differs with the name of the day, or of the round. */
export function comparing(found: Found, of: string): Compare {
  const same: Same = (place, told, lines) => {
    found.compared += 1;
    found.places.add(place);
    const [ours, theirs] = [written(lines), written(toLines(told))];
    if (ours !== theirs)
      found.differences.push(`${of}, ${place}: ${theirs || 'nothing'}, not ${ours || 'nothing'}`);
  };
  const sameSums: SameSums = (place, told, all) => {
    const ofKind = (kinds: readonly Kind[]) => total(all, 'adds', ({ kind }) => kinds.includes(kind));
    same(`${place} net`, told.net, total(all, 'adds', isAny));
    same(`${place} sales`, told.sales, ofKind(['sale']));
    same(`${place} returns`, told.returns, total(all, 'adds', isBack));
    same(`${place} not summed`, told.notSummed, total(all, 'size', isUnknown));
    for (const is of ['refund', 'void', 'reversal'] as const) {
      const sums = told[`${is}s`];
      if (sums) same(`${place} ${is}s`, sums, ofKind([is]));
    }
    const ids = new Set(all.map(({ row }) => row.id));
    const isPair = ({ kind, undoes }: Judged[number]) =>
      (kind === 'void' || kind === 'reversal') && undoes !== null && ids.has(undoes);
    same(`${place} undone`, told.undone, total(all, 'size', isPair));
  };
  return { same, sameSums };
}

export const tillsOf = (branch: string): string[] => TILLS.map((till) => `${branch}${till}`);
