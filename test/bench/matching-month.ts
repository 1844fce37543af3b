/** A month of three branches and what their bank writes of it, at three levels of noise, with what is true of it. Seeded. */
import { dice } from '../../electron/sandbox/random.ts';
import type { MatchItem } from '../../shared/domain/matching/index.ts';

/** `unnamed`: no line names anything, and nobody knows who pays. */
export const noises = ['low', 'medium', 'high', 'unnamed'] as const;
export type Noise = (typeof noises)[number];

/** Shares of deposits: several windows in one, one window in two, without a name, with a name that is cut; decoys of equal amounts. */
const LEVELS: Readonly<
  Record<Noise, { merged: number; split: number; unnamed: number; cut: number; fee: number; decoys: number }>
> = {
  low: { merged: 0.1, split: 0.02, unnamed: 0, cut: 0, fee: 0, decoys: 5 },
  medium: { merged: 0.15, split: 0.04, unnamed: 0.05, cut: 0.05, fee: 0.02, decoys: 15 },
  high: { merged: 0.2, split: 0.06, unnamed: 0.2, cut: 0.1, fee: 0.05, decoys: 30 },
  unnamed: { merged: 0, split: 0, unnamed: 1, cut: 0, fee: 0, decoys: 15 },
};

export const dateOf = (day: number) => new Date(Date.UTC(2026, 8, 1 + day)).toISOString().slice(0, 10);

export const windowItem = (itemId: string, minor: bigint, date: string): MatchItem => ({
  side: 'ours',
  itemId,
  orderId: null,
  reference: null,
  amount: { minor, currency: 'EGP' },
  date,
  soldOn: date,
  branchName: null,
  terminalId: null,
  text: '',
  source: { kind: 'window', windowId: itemId },
  action: 'sale',
  notSummed: null,
  undoes: null,
  reversedHere: false,
  fee: null,
  foreign: false,
});
export const lineItem = (itemId: string, minor: bigint, date: string, text: string): MatchItem => ({
  ...windowItem(itemId, minor, date),
  side: 'theirs',
  text,
  source: { kind: 'line', importId: 'bench', lineNo: 1 },
});

/** Of cash, of a customer, and of the acquirer for somebody else. */
const DECOYS = [
  'CASH DEPOSIT ATM',
  'TRANSFER FROM CUSTOMER',
  'CASH DEPOSIT ATM',
  'CHEQUE',
  'POS SETTLEMENT OTHER SHOP',
];

export type Month = {
  readonly windows: MatchItem[];
  readonly lines: MatchItem[];
  /** Of each window the lines that pay it, and whether they pay others as well. */
  readonly truth: ReadonlyMap<string, ReadonlySet<string>>;
  readonly merged: readonly { readonly line: string; readonly windows: readonly string[] }[];
};

const FORMS = [
  (id: string) => `POS SETTLEMENT ${id}`,
  (id: string) => `TRF FROM ACQUIRER REF${id.replace('-', '')} EGYPT`,
  (id: string) => `acquirer ${id.toLowerCase().replace('-', ' ')} batch`,
  (id: string) => `SETTLEMENT ${id.replace('-', '-00')}`,
];

export function monthOf(noise: Noise, seed: number): Month {
  const level = LEVELS[noise];
  const die = dice(seed);
  const pick = (most: number) => Math.floor(die.next() * most);
  const windows: MatchItem[] = [];
  const base = 10_000 + pick(80_000);
  for (let day = 0; day < 30; day += 1)
    for (let branch = 0; branch < 3; branch += 1)
      windows.push(
        windowItem(`SW-${base + day * 3 + branch}`, BigInt(500_000 + pick(4_000_000)), dateOf(day)),
      );
  const lines: MatchItem[] = [];
  const truth = new Map<string, Set<string>>();
  const merged: { line: string; windows: string[] }[] = [];
  const add = (paid: readonly MatchItem[], minor: bigint, text: string): void => {
    const last = Number(paid.at(-1)?.date?.slice(8, 10)) - 1;
    const line = lineItem(`L${lines.length}`, minor, dateOf(last + pick(3)), text);
    lines.push(line);
    for (const { itemId } of paid) {
      const known = truth.get(itemId) ?? new Set<string>();
      known.add(line.itemId);
      truth.set(itemId, known);
    }
    if (paid.length > 1) merged.push({ line: line.itemId, windows: paid.map(({ itemId }) => itemId) });
  };
  const textOf = (id: string): string => {
    const chance = die.next();
    if (chance < level.unnamed) return 'POS SETTLEMENT';
    const name = chance < level.unnamed + level.cut ? id.slice(0, -1 - pick(2)) : id;
    return (FORMS[pick(FORMS.length)] ?? String)(name);
  };
  for (let at = 0; at < windows.length;) {
    const chance = die.next();
    const count = chance < level.merged ? 2 + pick(2) : 1;
    const paid = windows.slice(at, at + count);
    at += count;
    const sum = paid.reduce((total, { amount }) => total + amount.minor, 0n);
    const name = paid[0]?.itemId ?? '';
    if (count > 1 || chance >= level.merged + level.split + level.fee) add(paid, sum, textOf(name));
    else if (chance < level.merged + level.split) {
      const first = sum / 3n;
      add(paid, first, textOf(name));
      add(paid, sum - first, textOf(name));
    } else add(paid, sum - sum / 100n, textOf(name));
  }
  for (let decoy = 0; decoy < level.decoys; decoy += 1) {
    const like = windows[pick(windows.length)];
    if (like)
      lines.push(
        lineItem(`D${decoy}`, like.amount.minor, dateOf(pick(33)), DECOYS[decoy % DECOYS.length] ?? ''),
      );
  }
  return { windows, lines, truth, merged };
}
