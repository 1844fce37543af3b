/**
 * What helps whoever helps: versions, sizes, states, codes. Built from a list of what may be in it, so that what nobody thought of
 * stays out: no key, no card, no name of a person or merchant, no amount, no reference, no path.
 */
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { cpus, freemem, release, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Settings, Status } from '#shared/contract/app.ts';
import { environments } from '#shared/domain/environment.ts';
import { errorCodes } from '#shared/errors/error-codes.ts';
import { auditActions } from '../../audit/entry.ts';
import { endpointNames } from '../../gateway/endpoint-table.ts';

const LOG_BYTES = 256 * 1024;
const LOG_LINES = 300;
/** Facts of a log line that are words of ours, never of a merchant. */
const FACTS = [
  'code',
  'operation',
  'outcome',
  'failure',
  'failures',
  'status',
  'host',
  'version',
  'action',
  'environment',
];
/** The codes that Closeout itself writes. Anything else in the place of a code, such as a name, is left out. */
const WORDS: ReadonlySet<string> = new Set([
  ...Object.values(errorCodes).flat(),
  ...auditActions,
  ...environments,
  ...endpointNames,
  ...['desktop', 'browser', 'ok', 'works', 'fails', 'not-applied', 'unknown'],
]);
/** Of SQLite and the operating system. */
const SYSTEM_CODE = /^(?:SQLITE|ERR|E)_?[A-Z]+(?:_[A-Z]+)*$/;
/** Events are literals of ours; a fact is one of our words, a code, or a number too short to be a reference. */
const isEvent = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z]+(?:-[a-z]+)+$/.test(value);
const isOurWord = (value: unknown): value is string | number =>
  typeof value === 'number'
    ? Math.abs(value) < 1_000
    : typeof value === 'string' && (WORDS.has(value) || SYSTEM_CODE.test(value));
const isVersion = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{1,3}(\.\d{1,4}){1,3}$/.test(value);

type Line = { level?: unknown; time?: unknown; msg?: unknown } & Record<string, unknown>;

function lineOf(text: string): string | null {
  let line: Line;
  try {
    line = JSON.parse(text) as Line;
  } catch {
    // Half a line: the file is read from its middle.
    return null;
  }
  const { level, time, msg } = line;
  if (typeof time !== 'string' || !isEvent(msg)) return null;
  const facts = FACTS.flatMap((name) => {
    const value = line[name];
    return isOurWord(value) || isVersion(value) ? [`${name}=${value}`] : [];
  });
  const word = { 30: 'info', 40: 'warn', 50: 'error' }[Number(level)] ?? 'other';
  return [time, word, msg, ...facts].join(' ');
}

function endOf(path: string): string {
  if (!existsSync(path)) return '';
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const length = Math.min(size, LOG_BYTES);
    const bytes = Buffer.alloc(length);
    readSync(file, bytes, 0, length, size - length);
    return bytes.toString('utf8');
  } finally {
    closeSync(file);
  }
}

const logOf = (dataDir: string): string[] =>
  endOf(join(dataDir, 'logs/closeout.log'))
    .split('\n')
    .flatMap((text) => lineOf(text) ?? [])
    .slice(-LOG_LINES);

const KNOWN_FILES =
  /^(?:(?:cache|journal|imports|reconciliation|instance)\.sqlite(?:-wal|-shm)?|[a-z-]+\.json|closeout\.log)$/;

/** Files of ours by name and size; merchants are numbered, and files of other names only counted. */
function filesOf(dataDir: string): string[] {
  const found: string[] = [];
  const list = (folder: string, name: string) => {
    if (!existsSync(folder)) return;
    let others = 0;
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      if (!entry.isFile()) continue;
      if (KNOWN_FILES.test(entry.name))
        found.push(`${name}${entry.name} ${statSync(join(folder, entry.name)).size}`);
      else others += 1;
    }
    if (others > 0) found.push(`${name}(others) ${others} files`);
  };
  list(dataDir, '');
  list(join(dataDir, 'logs'), 'logs/');
  const profiles = join(dataDir, 'profiles');
  const ids = existsSync(profiles) ? readdirSync(profiles).sort() : [];
  ids.forEach((id, at) => {
    list(join(profiles, id), `merchant-${at + 1}/`);
    list(join(profiles, id, 'backups'), `merchant-${at + 1}/backups/`);
  });
  return found;
}

type Facts = {
  readonly dataDir: string;
  readonly status: Status;
  readonly settings: Settings;
  readonly environments: readonly string[];
  readonly safeMode: boolean;
  readonly atMs: number;
};

const section = (title: string, lines: readonly string[]) => [`== ${title}`, ...lines, ''].join('\n');
const MEGABYTE = 1024 ** 2;

export function diagnosticsText({ dataDir, status, settings, environments, safeMode, atMs }: Facts): string {
  const { version, host, keychain, connection, problems, openOperations, unknownOperations } = status;
  const { node, v8, electron, chrome } = process.versions;
  return [
    section('Closeout', [
      `version ${version}`,
      `host ${host}`,
      `made ${new Date(atMs).toISOString()}`,
      `running ${Math.round(process.uptime())} s`,
      `safe mode ${safeMode ? 'on' : 'off'}`,
      `keychain ${keychain}`,
      `merchants ${environments.join(' ') || 'none'}`,
      `operations open ${openOperations}, not known ${unknownOperations}`,
      `gateway ${connection.state} ${connection.lastError?.error.code ?? ''}`.trim(),
    ]),
    section('Computer', [
      `system ${process.platform} ${release()} ${process.arch}`,
      `node ${node} v8 ${v8}${electron === undefined ? '' : ` electron ${electron} chromium ${chrome}`}`,
      `processors ${cpus().length}`,
      `memory ${Math.round(totalmem() / MEGABYTE)} MB, free ${Math.round(freemem() / MEGABYTE)} MB`,
      `used ${Math.round(process.memoryUsage().rss / MEGABYTE)} MB`,
    ]),
    section('Settings', [
      ...Object.entries(settings).map(([name, value]) => `${name} ${value}`),
      `set by the organisation: ${status.setByOrganisation.join(' ') || 'none'}`,
    ]),
    section(
      'Problems on screen',
      problems.map(({ error }) => `${error.kind} ${error.code}`),
    ),
    section('Files, in bytes', filesOf(dataDir)),
    section('Log', logOf(dataDir)),
  ].join('\n');
}
