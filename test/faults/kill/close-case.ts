/** One killed process in one branch's day, one restart, the close carried to its end, and what the journal says of all days so far. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Sqlite from 'better-sqlite3';
import type { ProfileSession } from '#electron/core/profile-session.ts';
import { open, shiftedClock, TERMINAL } from './access.ts';
import { carryClose, keptIn, type Kept } from './carry-close.ts';
import type { CloseOrder } from './close-victim.ts';
import type { Scene } from './kill-case.ts';

const TERMINALS = [TERMINAL, '30410002', '30410003'];
const DAY_MS = 24 * 3_600_000;
/** Far from every cut-off: 2027-03-01 12:00 in Cairo is the first day. */
const FIRST_DAY_MS = Date.UTC(2027, 2, 1, 10);

/** The days of one branch on one disk, each closed after a kill. */
export type Days = {
  scene: Scene;
  folder: string;
  /** Days closed. */
  closed: number;
  /** `type order` of everything that was ever sold. */
  sold: Set<string>;
  shiftMs: number;
};
export const newDays = (scene: Scene, folder: string): Days => ({
  scene,
  folder,
  closed: 0,
  sold: new Set(),
  shiftMs: FIRST_DAY_MS - Date.now(),
});

/** Until its end, or until it is killed; with every statement said where `killAt` names none of them. */
async function runVictim({ scene, folder, shiftMs }: Days, killAt: string) {
  const { bundle, gateway } = scene;
  const order: CloseOrder = { folder, shiftMs, access: gateway.access, worker: bundle.workerUrl.href };
  const child = spawn(process.execPath, [bundle.victim, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: bundle.compileCache, CLOSEOUT_KILL_AT: killAt },
  });
  const ended = new Promise<boolean>((resolve) =>
    child.on('close', (_, signal) => resolve(signal === 'SIGKILL')),
  );
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) said.push(line);
  return { said, killed: await ended };
}

async function sell({ scene: { gateway }, sold }: Days): Promise<void> {
  for (const terminalId of TERMINALS) {
    await gateway.newSale(terminalId);
    // Every day has a pair that cancels out: what links the two is a step of each close.
    await gateway.newSale(terminalId);
    await gateway.reverseLast(terminalId);
    for (const row of await gateway.outstanding(terminalId)) sold.add(row);
  }
}
const nextDay = (days: Days) => {
  days.closed += 1;
  days.shiftMs += DAY_MS;
};

/** Every step of a close, in order, by a day that nobody kills. */
export async function stepsOfClose(days: Days): Promise<string[]> {
  await sell(days);
  const { said } = await runVictim(days, 'nowhere');
  if (!said.includes('finished')) throw new Error(`the close did not end: ${said.slice(-3).join(', ')}`);
  nextDay(days);
  return said
    .slice(said.indexOf('ready') + 1)
    .flatMap((line) => (line.startsWith('step ') ? [line.slice('step '.length)] : []));
}

function wrongInJournal({ folder, sold, closed }: Days): string[] {
  const journal = new Sqlite(join(folder, 'journal.sqlite'), { readonly: true });
  const column = (sql: string) => journal.prepare<unknown[], string>(sql).pluck().all();
  const rows = column(
    `SELECT payment_type || ' ' || merchant_order_id FROM closing_row WHERE standing = 1 ORDER BY 1`,
  );
  const numbers = column(`SELECT number || '.' || revision FROM z_document ORDER BY number, revision`);
  const states = column(`SELECT DISTINCT state FROM closing`);
  journal.close();
  const wrong: string[] = [];
  if (new Set(rows).size < rows.length) wrong.push('a row is in two closes');
  const missing = [...sold].filter((row) => !rows.includes(row));
  if (missing.length > 0) wrong.push(`in no close: ${missing.join(', ')}`);
  if (rows.length > sold.size) wrong.push(`${rows.length} rows, and ${sold.size} were sold`);
  const wanted = Array.from({ length: closed }, (_, index) => `${index + 1}.1`);
  if (numbers.join() !== wanted.join()) wrong.push(`Zs ${numbers.join()}, not ${wanted.join()}`);
  if (states.join() !== 'closed') wrong.push(`closes are ${states.join()}`);
  return wrong;
}

/** Every Z from its own file, and both chains of the record. */
async function wrongSeals({ audit, closing }: ProfileSession, closed: number): Promise<string[]> {
  const { verdict } = await audit.verify();
  const wrong = verdict.ok ? [] : [`the record does not fit: ${verdict.in} ${verdict.at}`];
  for (let number = 1; number <= closed; number += 1) {
    const file = await closing.zFile({ branchKey: 'BR-01', number, revision: 1 });
    const judged = file.ok && (await closing.verifyZ({ text: file.value.text }));
    if (!judged || !judged.ok || judged.value.kind !== 'valid') wrong.push(`Z ${number} is not sealed`);
  }
  return wrong;
}

/** An act is there whole or not at all, also before anybody goes on. */
function tornBy(folder: string): string[] {
  const journal = new Sqlite(join(folder, 'journal.sqlite'), { readonly: true });
  const count = (sql: string) => journal.prepare<unknown[], number>(`SELECT COUNT(*) ${sql}`).pluck().get();
  const held = count(`FROM closing_row JOIN closing USING (closing_id) WHERE frozen_at_ms IS NULL`);
  const zs = count('FROM z_document');
  const seals = count(`FROM audit_entry WHERE action = 'day.closed'`);
  const numbered = count(`FROM closing WHERE state = 'closed'`);
  journal.close();
  const wrong = held === 0 ? [] : [`${held} rows are held, and the close is not frozen`];
  if (zs !== seals || zs !== numbered) wrong.push(`${zs} Zs, ${seals} seals, ${numbered} closed days`);
  return wrong;
}

/** What had been told before the kill is what is there after it: the same close, with the same steps done. */
async function wrongAfterKill(session: ProfileSession, told: Kept | null): Promise<string[]> {
  if (!told) return [];
  const found = await keptIn(session, told.closingId);
  const lost = told.done.filter((step) => !found.done.includes(step));
  const wrong = lost.map((step) => `${step} was done, and is not after the restart`);
  if (told.frozen && !found.frozen) wrong.push('the rows were frozen, and are not after the restart');
  return wrong;
}

/** What is wrong with this day or one before it; empty when nothing is. */
export async function killCloseAt(days: Days, step: string): Promise<string[]> {
  await sell(days);
  const { said, killed } = await runVictim(days, step);
  if (!killed) {
    nextDay(days);
    return [`the process was not killed: ${said.slice(-3).join(', ')}`];
  }
  const kept = said.findLast((line) => line.startsWith('kept '));
  const told = kept === undefined ? null : (JSON.parse(kept.slice('kept '.length)) as Kept);
  const { scene, folder, shiftMs } = days;
  const session = await open(
    folder,
    scene.gateway.access,
    (parts) => parts,
    shiftedClock(shiftMs),
    scene.bundle.workerUrl,
  );
  try {
    const wrong = [...tornBy(folder), ...(await wrongAfterKill(session, told))];
    const closingId = await carryClose(session, () => {});
    if (told && closingId !== told.closingId) wrong.push('another close was begun');
    nextDay(days);
    return [...wrong, ...wrongInJournal(days), ...(await wrongSeals(session, days.closed))];
  } finally {
    await session.stop();
  }
}
