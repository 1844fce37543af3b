/**
 * `npm run head-office`: the shared record of a chain, for the person who runs its PostgreSQL. The password of the login in the
 * address comes from PGPASSWORD: an argument can be read by every user of the computer.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { environments } from '#shared/domain/environment.ts';
import type { HeadOfficeFailure } from '#shared/domain/head-office.ts';
import { textOf } from '#shared/errors/text-of.ts';
import { listArchives, makeEnrolment, makeHome, standing, withdraw } from './administer.ts';
import { archive } from './archive.ts';
import { connect, type Connection, type Login } from './connection.ts';
import { enrolmentText } from './enrolment-file.ts';
import type { Head } from './entry.ts';
import { failureOf } from './failure.ts';
import { migrate, SCHEMA_VERSION } from './migrate.ts';
import { serverFacts } from './pc.ts';
import { verifyPeople } from './verify-people.ts';
import { verifyArchives, verifyRecord, type VerifiedPc } from './verify.ts';

const USAGE = `npm run head-office -- init     --url postgres://USER@HOST:5432/DATABASE [--ca FILE]
npm run head-office -- enrol    --url … --name "Till 1" --environment live --merchant MID [--branch BRANCH] --out FILE
npm run head-office -- withdraw --url … --pc ID
npm run head-office -- home     --url … --pc ID
npm run head-office -- status   --url …
npm run head-office -- verify   --url … [--heads FILE] [--archives FOLDER]
npm run head-office -- archive  --url … --before 2026-01 --out FILE
npm run head-office -- demo     [--no-open]
The password is read from PGPASSWORD. --ca: the certificate that the server's is signed by, if the system does not know it.
Without --branch the PC sees every branch of the merchant. --heads: what this verification found, compared at the next one.
--archives: the files that archive made, all of them. --before: the first month that stays.
demo: a chain on this computer, to try it; --no-open prints the addresses of its three windows.`;

const WORDS: Readonly<Partial<Record<HeadOfficeFailure, string>>> = {
  'not-reached': 'The server was not reached. Look at the host, the port, and whether it runs.',
  certificate: 'The server’s certificate is not trusted. Give the one that it is signed by with --ca.',
  'no-tls': 'The server has no TLS. Only a server on this computer is spoken to without it.',
  password: 'The server refused the login or its password. Set PGPASSWORD.',
  'no-database': 'There is no such database on the server. Make it first: createdb.',
  'no-record': 'There is no record in this database yet. Make it with: npm run head-office -- init.',
  'not-allowed': 'This login may not do that.',
  withdrawn: 'This login may not be used any more.',
  'read-only': 'The server only reads now: it is a replica, or it was made read-only.',
  'disk-full': 'The server’s disk is full.',
};

const options = {
  url: { type: 'string' },
  ca: { type: 'string' },
  name: { type: 'string' },
  environment: { type: 'string' },
  merchant: { type: 'string' },
  branch: { type: 'string', default: '' },
  out: { type: 'string' },
  pc: { type: 'string' },
  heads: { type: 'string' },
  archives: { type: 'string' },
  before: { type: 'string' },
} as const;
type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];
type Command = (connection: Connection, login: Login, values: Values) => Promise<number>;

class Refused extends Error {}

function loginFrom({ url, ca }: Values): Login {
  if (url === undefined || !URL.canParse(url)) throw new Refused(USAGE);
  const { protocol, hostname, port, pathname, username, password } = new URL(url);
  if (!/^postgres(ql)?:$/.test(protocol) || username === '' || pathname.length < 2) throw new Refused(USAGE);
  if (password !== '')
    throw new Refused('Give the password in PGPASSWORD: everybody on this computer can read an argument.');
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? 5432 : Number(port),
    database: decodeURIComponent(pathname.slice(1)),
    ca: ca === undefined ? null : readFileSync(ca, 'utf8'),
    user: decodeURIComponent(username),
    password: process.env['PGPASSWORD'] ?? '',
  };
}

const init: Command = async (connection) => {
  const { from, to, roles } = await migrate(connection);
  const { epoch } = await serverFacts(connection);
  console.log(
    from === to ? `Nothing to do: the schema is at ${to}.` : `The schema went from ${from} to ${to}.`,
  );
  console.log(`Roles: ${roles.pc} (PCs), ${roles.reader} (reads), ${roles.administration} (administration).`);
  console.log(`Epoch ${epoch}`);
  return 0;
};

const enrolSchema = z.object({
  name: z.string().min(1).max(80),
  environment: z.enum(environments),
  merchant: z.string().min(1).max(80),
  branch: z.string().max(80),
  out: z.string().min(1),
});

const enrol: Command = async (connection, login, values) => {
  const asked = enrolSchema.safeParse(values).data;
  if (!asked) throw new Refused(USAGE);
  // Before anything is made on the server: a file that is there is somebody's enrolment.
  if (existsSync(asked.out)) throw new Refused(`${asked.out} is there already.`);
  const { host, port, database, ca } = login;
  const paper = await makeEnrolment(connection, { host, port, database, ca }, asked);
  writeFileSync(asked.out, enrolmentText(paper), { flag: 'wx', mode: 0o600 });
  const sees = asked.branch === '' ? `every branch of ${asked.merchant}` : `branch ${asked.branch}`;
  console.log(`${asked.out}: for ${asked.name}, ${sees}, ${asked.environment}.`);
  console.log(
    `It works once, until ${new Date(paper.expiresAtMs).toISOString()}. Whoever has it can use it.`,
  );
  return 0;
};

const withdrawPc: Command = async (connection, _, { pc }) => {
  if (pc === undefined) throw new Refused(USAGE);
  const name = await withdraw(connection, pc);
  if (name === null) throw new Refused(`There is no PC ${pc}, or it is withdrawn already. See: status.`);
  console.log(`${name} is withdrawn. What it published stays, and can be verified.`);
  return 0;
};

const home: Command = async (connection, _, { pc }) => {
  if (pc === undefined) throw new Refused(USAGE);
  const branch = await makeHome(connection, pc);
  if (branch === null)
    throw new Refused(`There is no PC ${pc}, it is withdrawn, or it sees every branch. See: status.`);
  console.log(`It is the home PC of ${branch} now: it moves money there while head office is not reached.`);
  return 0;
};

const dateOf = (ms: number | null) => (ms === null ? '-' : new Date(ms).toISOString().slice(0, 19));

/** What this Closeout asks for is not there before `init`. */
async function refuseOlder(connection: Connection): Promise<void> {
  const { version } = await serverFacts(connection);
  if (version < SCHEMA_VERSION)
    throw new Refused(`This Closeout is made for schema ${SCHEMA_VERSION}: run init.`);
}

const status: Command = async (connection) => {
  await refuseOlder(connection);
  const { epoch, version, bytes, archives, tables, pcs, open } = await standing(connection);
  console.log(`Epoch ${epoch}, schema ${version}, ${Math.ceil(bytes / 1024)} KB of entries.`);
  for (const { before, entries, sha256 } of archives)
    console.log(`Archived before ${before.slice(0, 7)}: ${entries} entries, file ${sha256}`);
  for (const table of tables) console.log(`${table} is archived and still takes space.`);
  console.log(`${open} enrolments that can still be used.`);
  for (const { id, name, branch, headSeq, lastEntryAtMs, withdrawnAtMs, isHome } of pcs) {
    const state = withdrawnAtMs === null ? (isHome ? '  home' : '') : `  WITHDRAWN ${dateOf(withdrawnAtMs)}`;
    console.log(
      `${id}  ${name}  ${branch || 'every branch'}  ${headSeq} entries, last ${dateOf(lastEntryAtMs)}${state}`,
    );
  }
  return 0;
};

const headsSchema = z.record(z.string(), z.object({ seq: z.number(), hash: z.string() }));
function keptHeads(path: string | undefined): Map<string, Head> {
  if (path === undefined || !existsSync(path)) return new Map();
  return new Map(Object.entries(headsSchema.parse(JSON.parse(readFileSync(path, 'utf8')))));
}

type Files = Awaited<ReturnType<typeof verifyArchives>>;
/** Of the archives that are known to the record and of those in the folder, none may be missing. */
async function archivesIn(
  connection: Connection,
  folder: string,
  kept: ReadonlyMap<string, Head>,
): Promise<Files> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.gz'));
  const verified = await verifyArchives(
    names.map((name) => join(folder, name)),
    kept,
  );
  for (const { path, header, entries, found } of verified.files)
    console.log(
      found.length > 0
        ? `BROKEN  ${path}: ${found.map(({ pc, seq, problem }) => `${pc}, entry ${seq} (${problem})`).join('; ')}`
        : `WHOLE  ${path}: ${entries} entries before ${header.before.slice(0, 7)}`,
    );
  const there = new Set(verified.files.map(({ sha256 }) => sha256));
  for (const { before, sha256 } of await listArchives(connection))
    if (!there.has(sha256))
      console.log(`The file of the archive before ${before.slice(0, 7)} is not there: ${sha256}`);
  return verified;
}

const wholeOf = ({ pc, first, head }: VerifiedPc): string => {
  const entries =
    first === 0 ? `${head.seq} entries` : `entries ${first + 1} to ${head.seq}, those before are archived`;
  return `WHOLE  ${pc.name} (${pc.id}): ${entries}, head ${head.hash || '-'}`;
};

/** The heads of a record that is not whole are not kept: the next run must find the same. */
const verify: Command = async (connection, _, { heads, archives }) => {
  await refuseOlder(connection);
  const kept = keptHeads(heads);
  const files = archives === undefined ? null : await archivesIn(connection, archives, kept);
  const verified = await verifyRecord(connection, kept, files?.ends);
  for (const one of verified) {
    const { pc, found } = one;
    console.log(
      found ? `BROKEN  ${pc.name} (${pc.id}): entry ${found.seq} (${found.problem})` : wholeOf(one),
    );
  }
  const lists = await verifyPeople(connection);
  for (const { environment, merchant, changes, found } of lists)
    console.log(
      found
        ? `BROKEN  people of ${merchant} (${environment}): change ${found.seq}, put there by ${found.putBy || 'nobody knows whom'}`
        : `WHOLE  people of ${merchant} (${environment}): ${changes} changes`,
    );
  const isFileBroken = files?.files.some(({ found }) => found.length > 0) ?? false;
  if (isFileBroken || [...verified, ...lists].some(({ found }) => found !== null)) return 1;
  if (heads !== undefined)
    writeFileSync(heads, JSON.stringify(Object.fromEntries(verified.map(({ pc, head }) => [pc.id, head]))));
  return 0;
};

const archiveMonths: Command = async (connection, _, { before, out }) => {
  if (before === undefined || out === undefined) throw new Refused(USAGE);
  await refuseOlder(connection);
  const { entries, sha256, tables } = await archive(connection, before, out);
  console.log(`${out}: ${entries} entries of before ${before}, verified. SHA-256 ${sha256}`);
  console.log(
    'They are not in the record any more. Put the file where the server is not, twice; verify needs it.',
  );
  console.log(`Then free their space: DROP TABLE ${tables.join(', ')};`);
  return 0;
};

const commands: Readonly<Record<string, Command>> = {
  init,
  enrol,
  withdraw: withdrawPc,
  home,
  status,
  verify,
  archive: archiveMonths,
};

async function main(): Promise<number> {
  if (process.argv[2] === 'demo') return (await import('../hosts/demo/demo.ts')).demo(process.argv.slice(3));
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const command = commands[positionals[0] ?? ''];
  if (!command || positionals.length !== 1) throw new Refused(USAGE);
  const login = loginFrom(values);
  const connection = await connect(login);
  try {
    return await command(connection, login, values);
  } finally {
    await connection.close();
  }
}

function wordsOf(error: unknown): string {
  const kind = failureOf(error);
  const said = textOf(error);
  const words = WORDS[kind];
  return error instanceof Refused || words === undefined ? said : `${words} (${said})`;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(wordsOf(error));
  return 2;
});
