/** Where a system keeps what its administrator sets, and how each place is read. */
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { policyError, type PolicyError } from '#shared/errors/app-error.ts';
import type { Policy } from '#shared/contract/policy.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { parsePolicyText, parsePolicyValues } from './parse-policy.ts';
import { readRegistryAnswer, REGISTRY_KEY } from './registry.ts';

const run = promisify(execFile);
const LIMIT_MS = 10_000;

/** One source: what it says, or null if it is not there. */
type Source = { readonly name: string; read(): Promise<Result<Policy, PolicyError> | null> };
export type PolicyPlaces = { readonly sources: () => readonly Source[] };

/** Who may write a file of the system: its administrator alone. Windows holds this by the access list of the folder. */
type Rule = { readonly owners: readonly number[] };

function problemOfOwner(path: string, { owners }: Rule): PolicyError | null {
  if (process.platform === 'win32') return null;
  const real = realpathSync(path);
  for (const one of [real, dirname(real)]) {
    const { uid, gid, mode } = statSync(one);
    const isFolder = one !== real;
    // A folder such as /tmp keeps others from replacing a file of mine.
    const sticky = isFolder && (mode & 0o1000) !== 0;
    const byOthers = (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && gid !== 0);
    if (byOthers && !sticky) return policyError('writable-by-others', { file: one });
    if (!isFolder && !owners.includes(uid)) return policyError('not-owned', { file: one });
  }
  return null;
}

const fileSource = (path: string, rule: Rule): Source => ({
  name: path,
  async read() {
    try {
      if (!lstatSync(path, { throwIfNoEntry: false })) return null;
      const problem = problemOfOwner(path, rule);
      return problem ? err(problem) : parsePolicyText(readFileSync(path, 'utf8'), path);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
      return err(policyError('unreadable', { file: path, code }));
    }
  },
});

/** Files of a folder in the order of their names: a later one wins. */
const folderSources = (folder: string, rule: Rule): Source[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => fileSource(join(folder, name), rule))
    : [];

/** The command is the system's own, by its whole path: none that lies elsewhere is run. */
const commandSource = (
  name: string,
  exists: () => boolean,
  command: readonly [string, ...string[]],
  valuesOf: (answer: string) => Record<string, unknown>,
): Source => ({
  name,
  async read() {
    if (!exists()) return null;
    try {
      const [program, ...args] = command;
      const { stdout } = await run(program, args, { timeout: LIMIT_MS, windowsHide: true });
      return parsePolicyValues(valuesOf(stdout), name);
    } catch (error) {
      // `reg query` ends with 1 where the key is not there.
      if ((error as { code?: unknown }).code === 1) return null;
      return err(policyError('unreadable', { file: name, code: 'command' }));
    }
  },
});

const registry = (root: string) =>
  commandSource(
    REGISTRY_KEY,
    () => true,
    [join(root, 'System32', 'reg.exe'), 'query', REGISTRY_KEY, '/s'],
    readRegistryAnswer,
  );

/** What a configuration profile leaves here; the system owns the folder. */
const MANAGED = '/Library/Managed Preferences/app.closeout.desktop.plist';
const withoutApple = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !key.startsWith('Payload')));
const managedPreferences = () =>
  commandSource(
    MANAGED,
    () => existsSync(MANAGED),
    ['/usr/bin/plutil', '-convert', 'json', '-o', '-', MANAGED],
    (answer) => withoutApple(JSON.parse(answer) as Record<string, unknown>),
  );

const ADMINISTRATOR: Rule = { owners: [0] };

/** The machine-wide places of this system, the weakest first. */
function machinePlaces(platform = process.platform, env = process.env): PolicyPlaces {
  if (platform === 'win32') {
    const data = env['ProgramData'] ?? 'C:\\ProgramData';
    const file = fileSource(join(data, 'Closeout', 'policy.json'), ADMINISTRATOR);
    return { sources: () => [file, registry(env['SystemRoot'] ?? 'C:\\Windows')] };
  }
  if (platform === 'darwin') {
    const file = fileSource('/Library/Application Support/Closeout/policy.json', ADMINISTRATOR);
    return { sources: () => [file, managedPreferences()] };
  }
  const file = fileSource('/etc/closeout/policy.json', ADMINISTRATOR);
  return { sources: () => [file, ...folderSources('/etc/closeout/policy.d', ADMINISTRATOR)] };
}

/** One file that a test names. It holds only as long as the machine has no policy of its own. */
export function placesWith(file: string | null, machine = machinePlaces()): PolicyPlaces {
  if (file === null) return machine;
  const named = fileSource(file, { owners: [0, process.getuid?.() ?? 0] });
  return { sources: () => [named, ...machine.sources()] };
}

export type Found = {
  readonly policy: Policy;
  readonly from: readonly string[];
  /** What `caFile` holds. */
  readonly ca: string | undefined;
};

function certificatesOf({ caFile }: Policy): Result<string | undefined, PolicyError> {
  if (caFile === undefined) return ok(undefined);
  try {
    const problem = problemOfOwner(caFile, { owners: [0, process.getuid?.() ?? 0] });
    if (problem) return err(problem);
    const text = readFileSync(caFile, 'utf8');
    // Each one is parsed: one that cannot be read would fail every connection, without a word.
    const found = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
    for (const one of found) new X509Certificate(one);
    return found.length > 0 ? ok(text) : err(policyError('unreadable', { file: caFile, code: 'no-pem' }));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    return err(policyError('unreadable', { file: caFile, code }));
  }
}

/** All sources together. One that is refused refuses all: a part of a policy is none. */
export async function readPolicy({ sources }: PolicyPlaces): Promise<Result<Found, PolicyError>> {
  let policy: Policy = {};
  const from: string[] = [];
  for (const source of sources()) {
    const read = await source.read();
    if (read === null) continue;
    if (!read.ok) return read;
    policy = { ...policy, ...read.value };
    from.push(source.name);
  }
  const ca = certificatesOf(policy);
  return ca.ok ? ok({ policy, from, ca: ca.value }) : ca;
}
