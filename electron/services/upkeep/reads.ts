/** The reads themselves, one task at a time, with few requests at once. */
import type { UpkeepTask } from '#shared/contract/upkeep.ts';
import type { Desk, Upkept } from './desk.ts';

const MINUTE_MS = 60_000;
export const SETTLEMENT_EVERY_MS = 15 * MINUTE_MS;
const LIST_EVERY_MS = 60 * MINUTE_MS;
const FEES_EVERY_MS = 24 * 60 * MINUTE_MS;
const TERMINALS_AT_ONCE = 2;
/** One round reads so many; the rest come first in the next round. */
const MOST_TERMINALS = 500;
/** Another merchant's terminal, or one that is gone: that says nothing about the others. */
const OF_ONE_TERMINAL = ['foreign-terminal', 'not-found'];

type Read = (desk: Desk, profile: Upkept) => Promise<void>;

async function readTerminal(desk: Desk, profile: Upkept, terminalId: string): Promise<void> {
  const read = await profile.readTerminal(terminalId);
  if (!read.ok && OF_ONE_TERMINAL.includes(read.error.code)) return;
  if (desk.heard('terminals', read) && read.value.newRows > 0)
    desk.onNews({ task: 'terminals', terminalId, count: read.value.newRows });
}

/** False if the gateway does not want to be asked. */
async function refreshList(desk: Desk, profile: Upkept): Promise<boolean> {
  if (desk.now.dueMs.list > desk.clock.nowMs()) return true;
  const listed = await profile.refreshTerminals();
  desk.now.dueMs.list = desk.later(LIST_EVERY_MS);
  return listed.ok || desk.heard('terminals', listed);
}

const readTerminals: Read = async (desk, profile) => {
  const { now, settings } = desk;
  const first = now.lastReadAtMs === null;
  desk.begin({ task: 'terminals', first, done: 0, total: null });
  if (!(await refreshList(desk, profile))) return;
  const queue = (await profile.terminalIds()).slice(0, MOST_TERMINALS);
  const total = queue.length;
  let done = 0;
  const worker = async () => {
    while (queue.length > 0 && desk.mayGoOn(profile, 'terminals')) {
      desk.begin({ task: 'terminals', first, done, total });
      await readTerminal(desk, profile, queue.shift() ?? '');
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: TERMINALS_AT_ONCE }, worker));
  // What was broken off is due at once, when it may be read again.
  if (done < total) return;
  now.lastReadAtMs = desk.clock.nowMs();
  now.dueMs.terminals = desk.later(settings().readMinutes * MINUTE_MS);
};

const readWindows: Read = async (desk, profile) => {
  desk.begin({ task: 'windows', first: false, done: 0, total: null });
  desk.heard('windows', await profile.readWindows());
  desk.now.dueMs.windows = desk.later(SETTLEMENT_EVERY_MS);
};

const readFees: Read = async (desk, profile) => {
  desk.begin({ task: 'fees', first: false, done: 0, total: null });
  // What failed is paused, and is due again after its pause.
  if (desk.heard('fees', await profile.readFees())) desk.now.dueMs.fees = desk.later(FEES_EVERY_MS);
};

const readSettled: Read = async (desk, profile) => {
  const reading = { task: 'settled', done: 0, total: null } as const;
  // Said before the database is asked: whoever waits for quiet must not find it in between.
  desk.begin({ ...reading, first: false });
  const first = !(await profile.hadSettled());
  if (first) desk.begin({ ...reading, first });
  const downloaded = await profile.downloadSettled();
  desk.now.dueMs.settled = desk.later(SETTLEMENT_EVERY_MS);
  // The first time everything is new: that is no news.
  if (desk.heard('settled', downloaded) && !first && downloaded.value.fresh > 0)
    desk.onNews({ task: 'settled', terminalId: null, count: downloaded.value.fresh });
};

/** In this order, where several are due. */
export const reads: readonly (readonly [UpkeepTask, Read])[] = [
  ['terminals', readTerminals],
  ['windows', readWindows],
  ['fees', readFees],
  ['settled', readSettled],
];
