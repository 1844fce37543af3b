/** Closing the day: the branches, the close that is open on the page, and what was typed of its count. */
import { create } from 'zustand';
import type { InputOf, OutputOf } from '#shared/contract/index.ts';
import type { ClosingBranch, ClosingDetail, CountLine } from '#shared/contract/closing-day.ts';
import type { ZDocument } from '#shared/contract/closing-z.ts';
import type { ClosingStep } from '#shared/domain/closing.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { call, on } from '../../api/client.ts';
import { withShortLabels } from '../../components/short-labels.ts';
import { firstOpenStep, type LineKey } from './selectors.ts';

/** Calls that change the close and answer with the page as it is then. */
type Change =
  | 'closing.cancel'
  | 'closing.read'
  | 'closing.leaveOut'
  | 'closing.leaveOutstanding'
  | 'closing.carry'
  | 'closing.freeze'
  | 'closing.count'
  | 'closing.lateArrivals'
  | 'closing.explain'
  | 'closing.reopen';
type Issue = 'closing.confirm' | 'closing.provisional';
type Rest<C extends Change | Issue> = Omit<InputOf<C>, 'closingId'>;

export type AddedLine = Pick<CountLine, 'currency' | 'paymentType' | 'terminalId' | 'side'>;
type ClosingState = {
  branches: ClosingBranch[] | null;
  branchKey: string | null;
  detail: ClosingDetail | null;
  /** Totals before the rows are fixed; null while the count is blind. */
  x: OutputOf<'closing.x'> | null;
  zs: ZDocument[] | null;
  chosenStep: ClosingStep | null;
  /** The typed texts that are not stored yet, by line; numbers of slips by `slipsKey`. */
  typed: Partial<Record<LineKey, string>>;
  added: AddedLine[];
  error: AppError | null;
  busy: Change | Issue | 'closing.begin' | null;
  loadBranches: () => Promise<void>;
  chooseBranch: (branchKey: string) => void;
  begin: (branchKey: string, businessDate: string) => Promise<string | null>;
  open: (closingId: string) => Promise<void>;
  reload: () => Promise<void>;
  choose: (step: ClosingStep) => void;
  type: (line: LineKey, text: string) => void;
  addLine: (line: AddedLine) => void;
  /** Stores the count. What is typed while it is on its way stays typed. */
  saveCount: (lines: InputOf<'closing.count'>['lines']) => Promise<void>;
  /** Stores a count that is not whole, so that nothing typed is lost. */
  keepTyped: (lines: InputOf<'closing.count'>['lines']) => Promise<void>;
  /** Changes the close; the answer is also the page's. */
  change: <C extends Change>(channel: C, rest: Rest<C>) => Promise<Result<ClosingDetail>>;
  /** `change`, and an error of it is the page's. */
  run: <C extends Change>(channel: C, rest: Rest<C>) => Promise<boolean>;
  issue: <C extends Issue>(channel: C, rest: Rest<C>) => Promise<Result<OutputOf<C>>>;
};

const nothingOpen = { detail: null, x: null, zs: null, chosenStep: null, typed: {}, added: [], error: null };

// An answer that was asked for before the one on the page is older than the page.
let asked = 0;
let shown = 0;

type Set = (part: Partial<ClosingState>) => void;
type Get = () => ClosingState;
type Show = (mine: number, detail: ClosingDetail) => void;

/** Puts a close on the page, unless a newer answer is there already. */
function createShow(set: Set, get: Get): Show {
  const show = (mine: number, detail: ClosingDetail): void => {
    const open = get().detail;
    if (open?.closingId === detail.closingId && mine < shown) return void get().reload();
    shown = mine;
    const frozenAgain = open?.frozenAtMs !== detail.frozenAtMs;
    set({
      detail: withShortLabels(detail),
      error: null,
      chosenStep: get().chosenStep ?? firstOpenStep(detail),
      ...(frozenAgain && open !== null && { typed: {}, added: [] }),
    });
    void loadFigures(detail);
  };
  /** Totals and Zs belong to the page, and are no part of `closing.detail`. */
  const loadFigures = async ({ closingId, branchKey, frozenAtMs, number }: ClosingDetail): Promise<void> => {
    const [x, zs] = await Promise.all([
      frozenAtMs === null ? call('closing.x', { branchKey }) : null,
      number === null ? null : call('closing.zs', { closingId }),
    ]);
    if (get().detail?.closingId !== closingId) return;
    set({ x: x?.ok ? x.value : null, zs: zs?.ok ? zs.value.zs : null });
    // The totals of a blind count are kept back; that is no failure.
    const refused = [x, zs].find((answer) => answer?.ok === false && answer.error.code !== 'blind-count');
    if (refused && !refused.ok) set({ error: refused.error });
  };
  return show;
}

const createBranches = (set: Set): Pick<ClosingState, 'loadBranches' | 'chooseBranch' | 'begin'> => ({
  loadBranches: async () => {
    const answer = await call('closing.branches', {});
    set(answer.ok ? { branches: answer.value.branches, error: null } : { error: answer.error });
  },
  chooseBranch: (branchKey) => set({ branchKey }),
  begin: async (branchKey, businessDate) => {
    set({ busy: 'closing.begin', error: null });
    const answer = await call('closing.begin', { branchKey, businessDate });
    set({ busy: null });
    if (answer.ok) return answer.value.closing.closingId;
    set({ error: answer.error });
    return null;
  },
});

const createOpened = (set: Set, get: Get, show: Show): Pick<ClosingState, 'open' | 'reload'> => ({
  open: async (closingId) => {
    if (get().detail?.closingId !== closingId) set(nothingOpen);
    const mine = ++asked;
    const answer = await call('closing.detail', { closingId });
    if (answer.ok) show(mine, answer.value);
    else set({ error: answer.error });
  },
  reload: async () => {
    const closingId = get().detail?.closingId;
    if (closingId === undefined) return;
    const mine = ++asked;
    const answer = await call('closing.detail', { closingId });
    if (get().detail?.closingId !== closingId) return;
    if (answer.ok) show(mine, answer.value);
    else set({ error: answer.error });
  },
});

const createTyping = (
  set: Set,
  get: Get,
): Pick<ClosingState, 'choose' | 'type' | 'addLine' | 'saveCount' | 'keepTyped'> => ({
  choose: (chosenStep) => set({ chosenStep, error: null }),
  type: (line, text) => set({ typed: { ...get().typed, [line]: text } }),
  addLine: (line) => set({ added: [...get().added, line] }),
  saveCount: async (lines) => {
    const { typed: sent, added: sentLines } = get();
    if (!(await get().run('closing.count', { lines }))) return;
    const { typed, added } = get();
    const isStored = (line: string, text: string | undefined) =>
      (sent as Record<string, string>)[line] === text;
    set({
      typed: Object.fromEntries(Object.entries(typed).filter(([line, text]) => !isStored(line, text))),
      added: added.filter((line) => !sentLines.includes(line)),
    });
  },
  keepTyped: async (lines) => {
    const closingId = get().detail?.closingId;
    if (closingId === undefined) return;
    const answer = await call('closing.count', { closingId, lines });
    // A text that was not understood is stored as typed; its field says so.
    if (!answer.ok && answer.error.code !== 'amount-not-understood') set({ error: answer.error });
  },
});

const createChanges = (set: Set, get: Get, show: Show): Pick<ClosingState, 'change' | 'run' | 'issue'> => ({
  change: async (channel, rest) => {
    const closingId = get().detail?.closingId ?? '';
    const mine = ++asked;
    set({ busy: channel });
    const answer = await call(channel, { ...rest, closingId } as InputOf<typeof channel>);
    set({ busy: null });
    if (!answer.ok) {
      // A count that was not understood is stored as typed all the same.
      void get().reload();
      return answer;
    }
    const detail = answer.value as ClosingDetail;
    show(mine, detail);
    return { ok: true, value: detail };
  },
  run: async (channel, rest) => {
    set({ error: null });
    const answer = await get().change(channel, rest);
    if (!answer.ok) set({ error: answer.error });
    return answer.ok;
  },
  issue: async (channel, rest) => {
    const closingId = get().detail?.closingId ?? '';
    const mine = ++asked;
    set({ busy: channel });
    const answer = await call(channel, { ...rest, closingId } as InputOf<typeof channel>);
    set({ busy: null });
    if (answer.ok) show(mine, (answer.value as OutputOf<Issue>).closing);
    else void get().reload();
    return answer;
  },
});

export const useClosing = create<ClosingState>((set, get) => {
  const show = createShow(set, get);
  return {
    ...nothingOpen,
    branches: null,
    branchKey: null,
    busy: null,
    ...createBranches(set),
    ...createOpened(set, get, show),
    ...createTyping(set, get),
    ...createChanges(set, get, show),
  };
});

let queued = false;
on('closing.changed', ({ closingId }) => {
  const { detail, branches, loadBranches, reload } = useClosing.getState();
  if (queued || (closingId !== null && detail !== null && closingId !== detail.closingId)) return;
  queued = true;
  setTimeout(() => {
    queued = false;
    void reload();
    if (branches !== null) void loadBranches();
  }, 120);
});
on('profiles.changed', () => useClosing.setState({ ...nothingOpen, branches: null, branchKey: null }));
