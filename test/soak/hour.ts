/** What people do with Closeout in an hour: they search, download, close, export, lock, and go from one profile to the other. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Channel, InputOf } from '#shared/contract/index.ts';
import { headWords } from '#shared/contract/exports.ts';
import { ADMINISTRATOR, type Attacked } from '../attack/closeout.ts';

/** How often a call was refused, by its name and the code. */
export type Refusals = Map<string, number>;
type Value = Record<string, unknown>;
export type Act = (channel: Channel, input: unknown) => Promise<Value>;

export function actsOf(running: Attacked, refusals: Refusals): Act {
  return async (channel, input) => {
    const { ok, value, error } = await running.call(channel, input as InputOf<Channel>);
    if (ok) return value;
    const name = `${channel}: ${error?.code ?? ''}`;
    refusals.set(name, (refusals.get(name) ?? 0) + 1);
    return {};
  };
}

const LIMIT_MS = 300_000;
async function until(what: string, isSo: () => Promise<boolean> | boolean): Promise<void> {
  const begun = performance.now();
  while (!(await isSo())) {
    if (performance.now() - begun > LIMIT_MS) throw new Error(`${what} has not ended`);
    await wait(100);
  }
}

const rowsIn = (value: Value, name: string) => (value[name] ?? []) as Value[];
const TEXTS = ['nm-', '304', 'zzqq', '12', ''];
const page = { cursor: null, limit: 100 };
const newest = { by: 'settlementDate', direction: 'desc' };

async function search(act: Act): Promise<void> {
  for (const text of TEXTS) {
    await act('settlement.settledPage', { filter: { text }, sort: newest, ...page, asker: 'settled' });
    await act('settlement.settledSummary', { filter: { text }, asker: 'settled' });
    await act('payments.page', { filter: { text }, ...page });
    if (text !== '') await act('find.all', { text });
  }
}

async function download(act: Act): Promise<void> {
  await act('terminals.refreshList', {});
  const { terminals } = await act('terminals.list', {});
  for (const { terminalId } of ((terminals ?? []) as Value[]).slice(0, 2))
    await act('terminals.read', { terminalId });
  await act('settlement.refreshWindows', {});
  await act('settlement.downloadSettled', { branchIds: [], anew: true });
  await act('payments.download', { anew: true });
  await until('a download', async () => {
    const { sync } = await act('settlement.settledSummary', { filter: {} });
    return ((sync ?? {}) as Value)['ended'] !== null;
  });
}

export const exportsIn = (dataDir: string) => join(dataDir, 'exports');
async function exportSettled(act: Act, dataDir: string): Promise<void> {
  const file = join(exportsIn(dataDir), 'soak.csv');
  const { exportId } = await act('reports.exportList', {
    ...{ list: 'settled', filter: {}, sort: newest, format: 'csv', language: 'en', timeZone: 'Africa/Cairo' },
    columns: ['refNumber', 'amount', 'net', 'raw'].map((id) => ({ id, header: id })),
    fileName: ['soak'],
    head: { title: 'Settled', filter: [], words: Object.fromEntries(headWords.map((word) => [word, word])) },
  });
  if (exportId === undefined) return;
  await until('an export', () => existsSync(file));
  rmSync(file);
}

/** A day is begun and given up: one that is closed would leave less to close from hour to hour. */
async function close(act: Act): Promise<void> {
  const [branch] = rowsIn(await act('closing.branches', {}), 'branches');
  if (!branch) return;
  const { closing } = await act('closing.begin', { branchKey: branch['branchKey'] });
  const closingId = ((closing ?? {}) as Value)['closingId'];
  if (closingId !== undefined) await act('closing.cancel', { closingId, reason: 'soak' });
}

async function lock(act: Act): Promise<void> {
  const state = await act('people.lock', {});
  const [person] = rowsIn(state, 'people');
  await act('people.unlock', { personId: person?.['personId'], pin: ADMINISTRATOR.pin });
}

export async function round(act: Act, dataDir: string): Promise<void> {
  for (const { id } of rowsIn(await act('profiles.list', {}), 'profiles')) {
    await act('profiles.activate', { profileId: id });
    await download(act);
    await search(act);
    await exportSettled(act, dataDir);
    await close(act);
    await lock(act);
  }
}
