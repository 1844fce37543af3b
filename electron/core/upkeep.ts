/** Keeping up to date: the open profile as the scheduler sees it, and what it does marked as nobody's wish. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Emit, EventName } from '#shared/contract/index.ts';
import { branchKeyOf } from '#shared/domain/closing.ts';
import { ok } from '#shared/errors/result.ts';
import { createUpkeep, type UpkeepNeeds, type Upkept } from '../services/upkeep/index.ts';
import type { ProfileSession } from './profile-session.ts';

const MARKED: ReadonlySet<EventName> = new Set([
  'terminals.changed',
  'settlement.changed',
  'instantSettlement.changed',
]);

/** Tells events that come of a read which nobody asked for from all others. */
export function createByItself(emit: Emit) {
  const storage = new AsyncLocalStorage<true>();
  const marked: Emit = (event, payload) =>
    emit(event, storage.getStore() && MARKED.has(event) ? { ...payload, byItself: true } : payload);
  return { emit: marked, run: <T>(work: () => Promise<T>): Promise<T> => storage.run(true, work) };
}
type ByItself = ReturnType<typeof createByItself>;

/** Terminals of the branches that were closed here; of all branches while none was. */
async function terminalIdsOf({ terminals, closing }: ProfileSession): Promise<string[]> {
  const [listed, branches] = await Promise.all([terminals.list(), closing.branches()]);
  if (!listed.ok) return [];
  const closedHere = new Set(
    branches.ok
      ? branches.value.branches.flatMap(({ branchKey, begun, lastClosed }) =>
          begun || lastClosed ? [branchKey] : [],
        )
      : [],
  );
  return listed.value.terminals
    .filter((terminal) => terminal.state !== 'refused')
    .filter((terminal) => closedHere.size === 0 || closedHere.has(branchKeyOf(terminal)))
    .toSorted((a, b) => (a.lastReadAtMs ?? 0) - (b.lastReadAtMs ?? 0))
    .map(({ terminalId }) => terminalId);
}

function upkeptOf(session: ProfileSession, { run }: ByItself): Upkept {
  const { terminals, settlement, kept, context } = session;
  return {
    hasSettlement: context.environment !== 'test',
    refreshTerminals: () => run(() => terminals.refreshList()),
    terminalIds: () => terminalIdsOf(session),
    readTerminal: (terminalId) =>
      run(async () => {
        const read = await terminals.readTerminal(terminalId);
        return read.ok ? ok({ newRows: read.value.newRows }) : read;
      }),
    readWindows: () => run(() => settlement.refreshWindows()),
    readFees: () => run(() => kept.refresh({ name: 'merchant-fees', whole: false })),
    hadSettled: () => settlement.hadAll(),
    downloadSettled: () => run(() => settlement.bringUpToDate()),
  };
}

type Needs = Pick<UpkeepNeeds, 'clock' | 'random' | 'settings' | 'isLocked' | 'isMoneyMoving'> & {
  byItself: ByItself;
  emit: Emit;
  session: () => ProfileSession | null;
  onFailure: (task: string, error: unknown) => void;
};

export function createCoreUpkeep({ byItself, emit, session, ...needs }: Needs) {
  const known = new WeakMap<ProfileSession, Upkept>();
  return createUpkeep({
    ...needs,
    current: () => {
      const now = session();
      if (!now) return null;
      const upkept = known.get(now) ?? upkeptOf(now, byItself);
      known.set(now, upkept);
      return upkept;
    },
    onChange: (state) => emit('upkeep.progress', state),
    onNews: (news) => emit('upkeep.news', news),
  });
}
