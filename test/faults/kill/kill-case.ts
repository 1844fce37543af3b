/** One killed process, one restart, and what the journal and the gateway's log say of it (R3, R9). */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Sqlite from 'better-sqlite3';
import { copyPreparedFiles } from '../../prepared-files.ts';
import { open, realClock, type Parts } from './access.ts';
import type { Bundle } from './bundle.ts';
import type { GatewayProcess } from './gateway-process.ts';

/** What each kind leaves in the gateway's list of transactions or of transfers; null: its rows are on a terminal. */
const LEAVES = {
  reversal: null,
  acknowledgement: null,
  refund: 'refund',
  void: 'void',
  capture: 'capture',
  'order-reversal': 'reversal',
  charge: 'pay',
  payout: 'transfer',
  'payout-batch': 'transfer',
} as const;
export type Kind = keyof typeof LEAVES;
export const kinds = Object.keys(LEAVES) as Kind[];

/** What kills are done with: a gateway to talk to, and the files to start. */
export type Scene = { gateway: GatewayProcess; bundle: Bundle };
type Order = { folder: string; kind: Kind; subject: string; killAt: string | null };

/** Something to move: a sale on the terminal, an order by its name, a card by its customer, or a recipient by its number. */
async function newSubject({ gateway }: Scene, kind: Kind): Promise<string> {
  if (kind === 'charge') return gateway.newCard();
  if (kind === 'payout' || kind === 'payout-batch') return gateway.newRecipient();
  if (LEAVES[kind] !== null)
    return gateway.newOrder(kind === 'capture', kind === 'order-reversal' ? 'bnpl' : 'card');
  await gateway.newSale();
  return '';
}

async function runVictim(
  { gateway, bundle }: Scene,
  order: Order,
): Promise<{ said: string[]; killed: boolean }> {
  const whole = { ...order, access: gateway.access, worker: bundle.workerUrl.href };
  const child = spawn(process.execPath, [bundle.victim, JSON.stringify(whole)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: bundle.compileCache },
  });
  const ended = new Promise<boolean>((resolve) =>
    child.on('close', (_, signal) => resolve(signal === 'SIGKILL')),
  );
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) said.push(line);
  return { said, killed: await ended };
}

const withFolder = async <T>(use: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'closeout-kill-'));
  // No kill is in an opening.
  copyPreparedFiles(folder);
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Every step of one movement from its confirmation's preparation on, in order, by a run that nobody kills. */
export async function stepsOf(scene: Scene, kind: Kind): Promise<string[]> {
  const subject = await newSubject(scene, kind);
  return withFolder(async (folder) => {
    const { said } = await runVictim(scene, { folder, kind, subject, killAt: null });
    if (!said.includes('finished')) throw new Error(`the ${kind} did not finish: ${said.join(', ')}`);
    return said
      .slice(said.indexOf('ready') + 1)
      .flatMap((line) => (line.startsWith('step ') ? [line.slice(5)] : []));
  });
}

type Stored = { op_id: string; kind: string; state: string; order_id: string | null; rows: string | null };

function storedIn(folder: string): { operations: Stored[]; codes: Set<string> } {
  const journal = new Sqlite(join(folder, 'journal.sqlite'), { readonly: true });
  const operations = journal
    .prepare<unknown[], Stored>(
      `SELECT op_id, kind, state, order_id, (SELECT group_concat(rows, '') FROM ack_snapshot) AS rows FROM operation`,
    )
    .all();
  const events = journal
    .prepare<unknown[], { op_id: string; code: string }>('SELECT op_id, code FROM operation_event')
    .all();
  journal.close();
  return { operations, codes: new Set(events.map(({ op_id, code }) => `${op_id} ${code}`)) };
}

/** Tells every send where it leaves the product, whether it arrives or not. */
const tellSends =
  (onSend: () => void) =>
  ({ db, gateway }: Parts): Parts => {
    const send: Parts['gateway']['send'] = (...args) => {
      onSend();
      return gateway.send(...args);
    };
    return { db, gateway: { ...gateway, send } };
  };

/** What a movement makes is listed by these names; of a batch by those of its transfers. */
const namesOf = (kind: Kind, orderId: string): string[] =>
  kind === 'payout-batch' ? [`${orderId}-1`, `${orderId}-2`] : [orderId];

const SENT = ['sending', 'connected', 'headers-sent', 'body-sent'];

/** What is wrong after the kill; empty when nothing is. */
export async function killAt(scene: Scene, kind: Kind, step: string): Promise<string[]> {
  const { gateway, bundle } = scene;
  const subject = await newSubject(scene, kind);
  const left = LEAVES[kind];
  const look = () => {
    if (left === null) return gateway.outstanding();
    return left === 'transfer' ? gateway.transfers() : gateway.transactions();
  };
  const listedBefore = await look();
  const movementsBefore = await gateway.movements();
  return withFolder(async (folder) => {
    const broken: string[] = [];
    const { said, killed } = await runVictim(scene, { folder, kind, subject, killAt: step });
    if (!killed) return [`the process was not killed: ${said.slice(-3).join(', ')}`];
    // Bytes that had left when it was killed have most likely arrived once the gateway has answered what came after them.
    const listed = await look();
    const arrived = (await gateway.movements()) - movementsBefore;
    let sentAgain = 0;
    const counted = tellSends(() => (sentAgain += 1));
    const session = await open(folder, gateway.access, counted, realClock, bundle.workerUrl);
    try {
      const { operations, codes } = storedIn(folder);
      const [operation] = operations;
      const sending = SENT.some((code) => codes.has(`${operation?.op_id ?? ''} ${code}`));
      for (const line of said.filter((one) => one.startsWith('durable ')))
        if (!codes.has(line.slice('durable '.length))) broken.push(`lost: ${line}`);
      if (arrived > 1) broken.push(`${arrived} requests on the wire`);
      if (operations.length > 1) broken.push(`${operations.length} operations`);
      if (arrived > 0 && !operation) broken.push('a request without an intent');
      const actedBy = (rows: readonly string[]) =>
        kind === 'acknowledgement'
          ? rows.length < listedBefore.length
          : namesOf(kind, operation?.order_id ?? '').every((name) =>
              rows.includes(`${left ?? 'REVERSAL'} ${name}`),
            );
      if (operation) {
        const { op_id, state } = operation;
        const allowed = codes.has(`${op_id} succeeded`)
          ? ['SUCCEEDED']
          : sending
            ? ['UNKNOWN', 'CHECKING', 'SUCCEEDED_BY_READ']
            : ['EXPIRED'];
        if (!allowed.includes(state)) broken.push(`${state} after the restart, not ${allowed.join(' or ')}`);
        if (arrived > 0 && state === 'EXPIRED') broken.push('EXPIRED, and a request had left');
        // One read by a person says what happened.
        const checked = await session.operations.checkNow({ opId: op_id });
        const after = checked.ok ? checked.value.operation.state : 'unread';
        const listedAfter = await look();
        if (state === 'SUCCEEDED' && !actedBy(listedAfter)) broken.push('SUCCEEDED, and nothing was done');
        if (kind === 'acknowledgement' && actedBy(listedAfter))
          for (const row of listedBefore.filter((one) => !listedAfter.includes(one)))
            if (!(operation.rows ?? '').includes(row.split(' ')[1] ?? ' '))
              broken.push(`acknowledged and not stored: ${row}`);
        const open_ = state !== 'SUCCEEDED' && state !== 'EXPIRED';
        // What arrived between the two looks was done before the read or after it.
        const right = new Set<string>(
          [listed, listedAfter].map((rows) => (actedBy(rows) ? 'SUCCEEDED_BY_READ' : 'CHECKING')),
        );
        if (open_ && !right.has(after))
          broken.push(
            `${after} after a read, ${actedBy(listedAfter) ? 'and it was done' : 'and it was not done'}`,
          );
      }
      if (sentAgain > 0) broken.push(`${sentAgain} sends after the restart`);
      // Bytes of the killed process may still have been on their way at the first look: one request, where none had come.
      const late = (await gateway.movements()) - movementsBefore - arrived;
      if (late > (sending && arrived === 0 ? 1 : 0)) broken.push(`${late} requests after the restart`);
    } finally {
      await session.stop();
    }
    return broken;
  });
}
