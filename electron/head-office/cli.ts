/**
 * `npm run head-office`: the shared record of a chain, for the person who runs its PostgreSQL. The password of the login in the
 * address comes from PGPASSWORD: an argument can be read by every user of the computer.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { environments } from '#shared/domain/environment.ts';
import type { HeadOfficeFailure } from '#shared/domain/head-office.ts';
import { makeEnrolment, makeHome, standing, withdraw } from './administer.ts';
import { connect, type Connection, type Login } from './connection.ts';
import { enrolmentText } from './enrolment-file.ts';
import type { Head } from './entry.ts';
import { failureOf } from './failure.ts';
import { migrate, SCHEMA_VERSION } from './migrate.ts';
import { serverFacts } from './pc.ts';
import { verifyPeople } from './verify-people.ts';
import { verifyRecord } from './verify.ts';

const USAGE = `npm run head-office -- init     --url postgres://USER@HOST:5432/DATABASE [--ca FILE]
npm run head-office -- enrol    --url … --name "Till 1" --environment live --merchant MID [--branch BRANCH] --out FILE
npm run head-office -- withdraw --url … --pc ID
npm run head-office -- home     --url … --pc ID
npm run head-office -- status   --url …
npm run head-office -- verify   --url … [--heads FILE]
The password is read from PGPASSWORD. --ca: the certificate that the server's is signed by, if the system does not know it.
Without --branch the PC sees every branch of the merchant. --heads: what this verification found, compared at the next one.`;

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
} as const;
type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];
type Command = (connection: Connection, login: Login, values: Values) => Promise<number>;

class Refused extends Error {}
const OLDER = `This Closeout is made for schema ${SCHEMA_VERSION}: run init.`;

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

const status: Command = async (connection) => {
  const { epoch, version, bytes, pcs, open } = await standing(connection);
  console.log(`Epoch ${epoch}, schema ${version}, ${Math.ceil(bytes / 1024)} KB of entries.`);
  if (version < SCHEMA_VERSION) console.log(OLDER);
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

/** The heads of a record that is not whole are not kept: the next run must find the same. */
const verify: Command = async (connection, _, { heads }) => {
  const verified = await verifyRecord(connection, keptHeads(heads));
  for (const { pc, head, found } of verified)
    console.log(
      found
        ? `BROKEN  ${pc.name} (${pc.id}): entry ${found.seq} (${found.problem})`
        : `WHOLE  ${pc.name} (${pc.id}): ${head.seq} entries, head ${head.hash || '-'}`,
    );
  const { version } = await serverFacts(connection);
  if (version < SCHEMA_VERSION) console.log(`People are not verified: ${OLDER}`);
  const lists = version < SCHEMA_VERSION ? [] : await verifyPeople(connection);
  for (const { environment, merchant, changes, found } of lists)
    console.log(
      found
        ? `BROKEN  people of ${merchant} (${environment}): change ${found.seq}, put there by ${found.putBy || 'nobody knows whom'}`
        : `WHOLE  people of ${merchant} (${environment}): ${changes} changes`,
    );
  if ([...verified, ...lists].some(({ found }) => found !== null)) return 1;
  if (heads !== undefined)
    writeFileSync(heads, JSON.stringify(Object.fromEntries(verified.map(({ pc, head }) => [pc.id, head]))));
  return 0;
};

const commands: Readonly<Record<string, Command>> = {
  init,
  enrol,
  withdraw: withdrawPc,
  home,
  status,
  verify,
};

async function main(): Promise<number> {
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
  const said = error instanceof Error ? error.message : String(error);
  const words = WORDS[kind];
  return error instanceof Refused || words === undefined ? said : `${words} (${said})`;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(wordsOf(error));
  return 2;
});
