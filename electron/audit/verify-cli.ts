/**
 * `npm run verify-audit -- DIR`: one line for each profile of a data folder, or for an exported record or Z. Changes nothing.
 * Ends with 0 where all verify, 1 where one is broken, 2 where one cannot be read or there is nothing to verify.
 */
import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Clock } from '#shared/time/clock.ts';
import { textOf } from '#shared/errors/text-of.ts';
import { loadKeytar, openKeychain } from '../keychain/keychain.ts';
import { keychainAnchor, type ReadAnchor } from './anchor.ts';
import { verifyExport } from './export.ts';
import { verifyZText } from './verify-z.ts';
import { verifyFolder, type VerifiedJournal } from './verify-folder.ts';

const USAGE = 'npm run verify-audit -- DIR_OR_EXPORTED_FILE…';

const clock: Clock = {
  nowMs: () => Date.now(),
  after: (delayMs, task) => {
    // A limit on the keychain must not keep the process once all is said.
    const timer = setTimeout(task, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

/** How far the record is proven, in words, by the state of its anchor. */
const ANCHORED: Record<ReadAnchor['kind'], string> = {
  found: 'to the anchor in the keychain, closed',
  absent: 'NOT anchored: the keychain has no anchor, so a cut end would not be found',
  none: 'NOT anchored: no keychain here, so a cut end would not be found',
  unreadable: 'NOT anchored: the keychain refused, so a cut end would not be found',
};

/** Words for an open anchor: the app runs, or it ended without closing the record. */
const OPEN = 'to the anchor in the keychain, OPEN: what was put after it since would not be found';

type Line = { text: string; code: 0 | 1 | 2 };

function lineOf({ name, verdict }: Pick<VerifiedJournal, 'name' | 'verdict'>, how: string): Line {
  if (verdict.ok === null) return { text: `UNREADABLE  ${name}: ${verdict.problem}`, code: 2 };
  if (verdict.ok) {
    const { count, events, operations, head, accepted } = verdict;
    const { hashed, before } = operations;
    const old = before > 0 ? `, ${before} older operations with nothing to compare` : '';
    const taken = accepted.length > 0 ? `, except what a person accepted at ${accepted.join(', ')}` : '';
    return {
      text: `WHOLE${taken}  ${name}: ${count} entries, ${events} events, ${hashed} operations${old}, head ${head || '-'}; ${how}`,
      code: 0,
    };
  }
  const what = { entries: 'entry', events: 'operation event', operations: 'operation' }[verdict.in];
  return { text: `BROKEN  ${name}: ${what} ${verdict.at} (${verdict.problem}); ${how}`, code: 1 };
}

function zLine(path: string, { facts, whole }: NonNullable<ReturnType<typeof verifyZText>>): Line {
  const { number, revision, branchKey, businessDate } = facts.content;
  const which = `Z ${number} revision ${revision} of ${branchKey}, ${businessDate}, profile ${facts.profileId}`;
  if (!whole) return { text: `BROKEN  ${path}: ${which}: not as it was issued`, code: 1 };
  const proof = `compare it with entry ${facts.sealedSeq} (day.closed) of the profile's audit record`;
  return { text: `WHOLE  ${path}: ${which}, SHA-256 ${facts.sha256}; ${proof}`, code: 0 };
}

function exportedFile(path: string): Line {
  const text = readFileSync(path, 'utf8');
  const z = verifyZText(text);
  if (z) return zLine(path, z);
  const verified = verifyExport(text);
  if (!verified) return { text: `UNREADABLE  ${path}: neither an exported audit record nor a Z`, code: 2 };
  const { profileId, madeAt } = verified.head;
  return lineOf(
    { name: path, verdict: verified.verdict },
    `of ${profileId}, made ${madeAt}, to its own head line`,
  );
}

async function folder(dataDir: string): Promise<Line[]> {
  const keychain = openKeychain(loadKeytar, clock, () => {});
  const found = await verifyFolder(dataDir, (id) => keychainAnchor(keychain, id, clock));
  if (found.length === 0) return [{ text: `UNREADABLE  ${dataDir}: there is no profile in it`, code: 2 }];
  return found.map((one) => lineOf(one, one.anchor === 'found' && !one.closed ? OPEN : ANCHORED[one.anchor]));
}

async function verify(path: string): Promise<Line[]> {
  try {
    return statSync(path).isDirectory() ? await folder(path) : [exportedFile(path)];
  } catch (error) {
    return [{ text: `UNREADABLE  ${path}: ${textOf(error)}`, code: 2 }];
  }
}

async function main(): Promise<number> {
  let paths: string[];
  try {
    paths = parseArgs({ allowPositionals: true }).positionals;
  } catch (error) {
    console.error(`${textOf(error)}\n${USAGE}`);
    return 2;
  }
  if (paths.length === 0) {
    console.error(USAGE);
    return 2;
  }
  const lines: Line[] = [];
  for (const path of paths) lines.push(...(await verify(path)));
  for (const { text } of lines) console.log(text);
  // Broken outweighs unreadable: it is the news.
  const codes = lines.map(({ code }) => code);
  return codes.includes(1) ? 1 : Math.max(...codes);
}

process.exitCode = await main();
