/**
 * R4: what one movement wrote and synced, cut at any point, with any part of what was not synced lost. Names of files are
 * taken as durable at once; only their contents are lost. The log's shared memory is of a running computer, and always lost.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import Sqlite from 'better-sqlite3';
import { openProfileFiles } from '#electron/database/open-profile-files.ts';
import { eachSeed, n, replay, type Campaign, type Figure, type Share } from '../figure.ts';
import { bundleVictim } from '../kill/bundle.ts';
import { startGatewayProcess } from '../kill/gateway-process.ts';
import type { Kind } from '../kill/kill-case.ts';
import { seededRng, type Rng } from '../simulation/rng.ts';
import { diskShim } from './shim.ts';
import { runOnDisk, toldIn } from './victim-run.ts';

type Write = { at: number; data: Buffer | null };
type Entry = { kind: string; path: string; offset: number; data: Buffer };
type Recording = { folder: string; entries: Entry[]; hashes: string[] };

const SECTOR = 512;

function readLog(path: string): Entry[] {
  const bytes = readFileSync(path);
  const entries: Entry[] = [];
  for (let at = 0; at < bytes.length;) {
    const kind = String.fromCharCode(bytes[at] ?? 0);
    const pathLength = bytes.readUInt16LE(at + 1);
    const offset = Number(bytes.readBigUInt64LE(at + 3));
    const dataFrom = at + 15 + pathLength;
    const dataTo = dataFrom + bytes.readUInt32LE(at + 11);
    const name = bytes.subarray(at + 15, dataFrom).toString();
    entries.push({ kind, path: name, offset, data: bytes.subarray(dataFrom, dataTo) });
    at = dataTo;
  }
  return entries;
}

/** A file on the disk: what is safe, and what was written since. `data` null cuts the file. */
type OnDisk = { safe: Buffer; pending: Write[] };

function apply(file: Buffer, { at, data }: Write): Buffer {
  if (data === null)
    return at <= file.length ? file.subarray(0, at) : Buffer.concat([file, Buffer.alloc(at - file.length)]);
  const grown = Buffer.alloc(Math.max(file.length, at + data.length));
  file.copy(grown);
  data.copy(grown, at);
  return grown;
}

/** Some of it arrived: all, none, or single sectors of it. */
function survives(write: Write, rng: Rng): Write[] {
  const dice = rng.next();
  if (dice < 0.4) return [write];
  const { at, data } = write;
  if (dice < 0.8 || data === null || data.length <= SECTOR) return [];
  const parts: Write[] = [];
  for (let from = 0; from < data.length; from += SECTOR)
    if (rng.chance(0.5)) parts.push({ at: at + from, data: data.subarray(from, from + SECTOR) });
  return parts;
}

/** The folder as it is found after the power went at `cutAt`; and what had been said by then. */
function replayInto(target: string, { folder, entries }: Recording, cutAt: number, rng: Rng): string[] {
  const disk = new Map<string, OnDisk>();
  const fileAt = (path: string): OnDisk => {
    const known = disk.get(path) ?? { safe: Buffer.alloc(0), pending: [] };
    disk.set(path, known);
    return known;
  };
  const said: string[] = [];
  for (const { kind, path, offset, data } of entries.slice(0, cutAt)) {
    if (!path.startsWith(folder)) {
      said.push(...data.toString().split('\n').filter(Boolean));
      continue;
    }
    // A folder that is synced, or a file that nothing was written to.
    if (kind === 'S' && !disk.has(path)) continue;
    const file = fileAt(path);
    if (kind === 'W') file.pending.push({ at: offset, data });
    if (kind === 'T') file.pending.push({ at: offset, data: null });
    if (kind === 'S') {
      file.safe = file.pending.reduce(apply, file.safe);
      file.pending = [];
    }
    if (kind === 'U') disk.delete(path);
    if (kind === 'R') {
      disk.set(data.toString(), file);
      disk.delete(path);
    }
  }
  for (const [path, { safe, pending }] of disk) {
    if (path.endsWith('-shm')) continue;
    const found = pending.flatMap((write) => survives(write, rng)).reduce(apply, safe);
    const to = join(target, relative(folder, path));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, found);
  }
  return said;
}

async function record(kind: Kind): Promise<Recording> {
  const shim = diskShim();
  if (!shim) throw new Error('a power cut needs Linux and a C compiler');
  const scene = { bundle: await bundleVictim(), gateway: await startGatewayProcess() };
  const folder = mkdtempSync(join(tmpdir(), 'closeout-power-'));
  const log = `${folder}.log`;
  try {
    await scene.gateway.newSale();
    const said = await runOnDisk(scene, { folder, kind, env: shim.env({ folder, log }) });
    if (toldIn(said) !== 'SUCCEEDED')
      throw new Error(`the ${kind} did not end: ${said.slice(-3).join(', ')}`);
    const journal = new Sqlite(join(folder, 'journal.sqlite'), { readonly: true });
    const hashes = journal
      .prepare<unknown[], string>('SELECT hash FROM operation_event ORDER BY seq')
      .pluck()
      .all();
    journal.close();
    return { folder, entries: readLog(log), hashes };
  } finally {
    scene.gateway.stop();
    scene.bundle.remove();
    rmSync(folder, { recursive: true, force: true });
    rmSync(log, { force: true });
  }
}

/** What is wrong after the cut; empty when nothing is. */
function wrongAfter(target: string, said: readonly string[], { hashes }: Recording): string[] {
  const wrong: string[] = [];
  const opened = openProfileFiles(target);
  try {
    const { report, files } = opened;
    if (report.journal === 'restored') wrong.push('a power cut was taken for damage');
    if (files.journal.pragma('synchronous', { simple: true }) !== 2) wrong.push('synchronous is not FULL');
    const found = files.journal
      .prepare<unknown[], string>('SELECT hash FROM operation_event ORDER BY seq')
      .pluck()
      .all();
    if (found.some((hash, index) => hash !== hashes[index]))
      wrong.push('the events are no beginning of what was written');
    const known = new Set(
      files.journal
        .prepare<unknown[], { op_id: string; code: string }>('SELECT op_id, code FROM operation_event')
        .all()
        .map(({ op_id, code }) => `durable ${op_id} ${code}`),
    );
    for (const line of said) if (line.startsWith('durable ') && !known.has(line)) wrong.push(`lost: ${line}`);
    if (said.includes('step after headers-sent') && ![...known].some((line) => line.endsWith(' sending')))
      wrong.push('a request had left, and there is no SENDING');
  } finally {
    opened.close();
  }
  return wrong;
}

async function runCuts(share: Share): Promise<Figure> {
  const broken: string[] = [];
  const sum = { cuts: 0, afterSend: 0, writes: 0 };
  if (!diskShim()) return { sum, met: ['skipped: it needs Linux and a C compiler'], broken };
  const recordings = [await record('reversal'), await record('acknowledgement')];
  sum.writes = recordings.reduce((total, { entries }) => total + entries.length, 0);
  await eachSeed(share, broken, async (seed) => {
    const rng = seededRng(seed);
    const recording = recordings[seed % recordings.length];
    if (!recording) return;
    const target = mkdtempSync(join(tmpdir(), 'closeout-cut-'));
    const cutAt = rng.int(recording.entries.length + 1);
    try {
      const said = replayInto(target, recording, cutAt, rng);
      sum.cuts += 1;
      sum.afterSend += Number(said.includes('step before send'));
      const wrong = wrongAfter(target, said, recording);
      if (wrong.length > 0) broken.push(`cut at ${cutAt}: ${wrong.join('; ')}\n  ${replay('R4', seed)}`);
    } catch (error) {
      broken.push(`cut at ${cutAt}: it does not open: ${String(error)}\n  ${replay('R4', seed)}`);
    } finally {
      rmSync(target, { recursive: true, force: true });
    }
  });
  return { sum, met: [], broken };
}

export const powerCuts: Campaign = {
  whole: 2_000,
  run: runCuts,
  tell: ({ sum, met, broken }) => [
    `R4: ${n(sum['cuts'])} power cuts in ${n(sum['writes'])} recorded writes and syncs, ${n(sum['afterSend'])} of them with a request under way, ${broken.length} broken${met.map((one) => `, ${one}`).join('')}`,
  ],
};
