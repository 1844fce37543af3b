/** The chain of the demonstration: two shops and an office, one merchant on one built-in gateway, joined to one record. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { orThrow } from '#shared/errors/result.ts';
import { languageOf } from '../../core/machine-language.ts';
import type { PracticeKind } from '../../core/options.ts';
import { createSharedGateway, type SharedGateway } from '../../core/practice-gateway.ts';
import { makeEnrolment } from '../../head-office/administer.ts';
import { connect, type Connection } from '../../head-office/connection.ts';
import { enrolmentText } from '../../head-office/enrolment-file.ts';
import { migrate } from '../../head-office/migrate.ts';
import type { OwnServer } from '../../head-office/own-server.ts';
import { startPc, type DemoPc } from './demo-pc.ts';
import type { Endings } from './endings.ts';

/** A PC and the person who is signed in there. The PIN is no secret: it opens nothing but this Practice. */
type Desk = { readonly pc: DemoPc; readonly name: string; readonly person: string; readonly pin: string };
/** `branch`: '' in the office, which sees every branch. */
export type Seat = Desk & { readonly branch: string };

type Needs = {
  /** Everything is kept in it. */
  readonly folder: string;
  readonly server: OwnServer;
  readonly endings: Endings;
  /** What is being done. */
  readonly tell: (text: string) => void;
};

const DATABASE = 'demo';
const LOCK_AFTER_MINUTES = 15;
const BOARD_LIMIT_MS = 60_000;
const LOOK_MS = 200;

const language = languageOf('system');
const OFFICE = {
  folder: 'office',
  pin: '700813',
  ...{ en: { name: 'Finance desk', person: 'Farida' }, ar: { name: 'مكتب المالية', person: 'فريدة' } }[
    language
  ],
};
const SHOPS = [
  {
    folder: 'shop-1',
    pin: '280519',
    ...{ en: { name: 'Till 1', person: 'Mona' }, ar: { name: 'صندوق 1', person: 'منى' } }[language],
  },
  {
    folder: 'shop-2',
    pin: '604821',
    ...{ en: { name: 'Till 2', person: 'Karim' }, ar: { name: 'صندوق 2', person: 'كريم' } }[language],
  },
];

type Practising = { readonly practice: PracticeKind; readonly practiceGateway: SharedGateway };

/** Starts a PC. Its first person is signed in, and a reversal of any amount needs a second one. */
async function startDesk(needs: Needs, desk: typeof OFFICE, practising: Practising): Promise<Desk> {
  const { name, person, pin } = desk;
  const dataDir = join(needs.folder, desk.folder);
  mkdirSync(dataDir);
  const pc = await startPc({ dataDir, ...practising });
  await needs.endings.add(() => pc.stop());
  const { rules } = orThrow('people.begin', await pc.handlers['people.begin']({ name: person, pin }));
  const limits = { ...rules.limits, reversal: [] };
  const asked = { lockAfterMinutes: LOCK_AFTER_MINUTES, limits, pin };
  orThrow('people.setRules', await pc.handlers['people.setRules'](asked));
  return { pc, name, person, pin };
}

const practise = async ({ pc }: Desk) =>
  orThrow('profiles.startPractice', await pc.handlers['profiles.startPractice']({ language }));

/** Reads all terminals of the shop. This comes before the shop joins, so that its first reading is complete. */
async function readTerminals({ pc: { handlers } }: Desk, branch: string): Promise<void> {
  orThrow('terminals.refreshList', await handlers['terminals.refreshList']({}));
  const { terminals } = orThrow('terminals.list', await handlers['terminals.list']({}));
  for (const { terminalId, branchName } of terminals)
    if (branchName === branch) orThrow('terminals.read', await handlers['terminals.read']({ terminalId }));
}

async function joinHeadOffice(
  { server, folder }: Needs,
  owner: Connection,
  desk: Desk,
  { merchant, branch }: { merchant: string; branch: string },
): Promise<Seat> {
  const { host, port, database, ca } = server.login(DATABASE);
  const of = { name: desk.name, environment: 'practice' as const, merchant, branch };
  const paper = await makeEnrolment(owner, { host, port, database, ca }, of);
  const file = join(folder, `${paper.user}.enrolment`);
  writeFileSync(file, enrolmentText(paper), { flag: 'wx', mode: 0o600 });
  orThrow('headOffice.join', await desk.pc.handlers['headOffice.join']({ file }));
  return { ...desk, branch };
}

/** Waits until the board of the office shows how these branches stand. */
async function seenInOffice({ pc: { handlers } }: Desk, branches: readonly string[]): Promise<void> {
  const askedFor = { text: '', unnamed: '', only: 'all' as const, from: 0 };
  for (const endMs = Date.now() + BOARD_LIMIT_MS; Date.now() < endMs; await sleep(LOOK_MS)) {
    const board = orThrow('headOffice.board', await handlers['headOffice.board'](askedFor));
    const known = board.branches.flatMap(({ branchName, now }) => (now ? [branchName] : []));
    if (branches.every((branch) => known.includes(branch))) return;
  }
  throw new Error('What the shops tell did not reach the board of the office.');
}

/** Only the office's PC has a past: it closed the days of every branch until today. */
export async function openChain(needs: Needs): Promise<{ office: Seat; shops: Seat[] }> {
  const { server, endings, tell } = needs;
  await server.database(DATABASE);
  const owner = await connect(server.login(DATABASE));
  await endings.add(() => owner.close());
  await migrate(owner);
  tell('Three computers start, and the past fortnight of their merchant is told …');
  const practiceGateway = createSharedGateway();
  const officeDesk = await startDesk(needs, OFFICE, { practice: 'story', practiceGateway });
  const shopDesks: Desk[] = [];
  for (const shop of SHOPS)
    shopDesks.push(await startDesk(needs, shop, { practice: 'bare', practiceGateway }));
  const { merchantId: merchant } = await practise(officeDesk);
  // It would cover the board, and the terminal says what to try.
  orThrow('practice.leaveTour', await officeDesk.pc.handlers['practice.leaveTour']({}));
  const known = orThrow('closing.branches', await officeDesk.pc.handlers['closing.branches']({})).branches;
  const branches = known
    .toSorted((a, b) => (a.branchKey < b.branchKey ? -1 : 1))
    .slice(0, SHOPS.length)
    .map(({ branchName }) => branchName ?? '');
  tell('They join head office …');
  const office = await joinHeadOffice(needs, owner, officeDesk, { merchant, branch: '' });
  const shops = await Promise.all(
    shopDesks.map(async (desk, at) => {
      const branch = branches[at] ?? '';
      await practise(desk);
      await readTerminals(desk, branch);
      return joinHeadOffice(needs, owner, desk, { merchant, branch });
    }),
  );
  await seenInOffice(office, branches);
  return { office, shops };
}
