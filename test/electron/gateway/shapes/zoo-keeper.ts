/** Serves a shape over HTTP, learns it through the client, and confirms it as a person who knows the gateway would. */
import { createGateway } from '#electron/gateway/create-gateway.ts';
import { defaultEndpoints } from '#electron/gateway/endpoint-overrides.ts';
import type { Gateway, GatewayPage } from '#electron/gateway/gateway.ts';
import { numberOf } from '#electron/gateway/fields.ts';
import type { Call } from '#electron/gateway/request.ts';
import { formOf, type OpenName } from '#electron/gateway/shapes/forms.ts';
import type { LearntAnswers } from '#electron/gateway/shapes/learnt-answers.ts';
import { nothingLearnt } from '#electron/gateway/shapes/learnt-answers.ts';
import { nothingKnown, type Known } from '#electron/gateway/shapes/found-words.ts';
import { learnOperation } from '#electron/gateway/shapes/learning.ts';
import {
  changedPlace,
  changedUnit,
  confirmedShape,
  toConfirm,
  UNIT,
  type Proposal,
} from '#electron/gateway/shapes/proposal.ts';
import type { Shape as LearntShape } from '#electron/gateway/shapes/shape.ts';
import { systemClock } from '#electron/hosts/launch/system.ts';
import { isItsSales } from '#electron/services/instant-settlement/suggestions.ts';
import { readAllPages } from '#electron/services/read-all-pages.ts';
import type { GatewayError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import type { Money } from '#shared/money/money.ts';
import { KEYS } from '../recorder.ts';
import { httpServer } from '../servers.ts';
import { answerOf, placeOf, type Animal, type Shape, type TruthRow } from './zoo.ts';

const TARGET: Money = { minor: 1_000_000n, currency: 'EGP' };
/** What other lists of the same gateway have shown. */
export const knownOf = ({ sales = new Map() }: Animal): Known => ({ ...nothingKnown, amounts: sales });

export type Outcome = 'right' | 'without amounts' | 'says it cannot read' | 'wrong';
type Row = Record<string, unknown>;
const isMoney = (value: unknown): value is Money =>
  typeof value === 'object' && value !== null && 'minor' in value && 'currency' in value;

/** The words of our rows whose name in the client is another. */
const IN_CLIENT: Record<string, string> = {
  grossAmount: 'gross',
  feesAmount: 'fees',
  feeAmount: 'fee',
  vatAmount: 'vat',
  netAmount: 'net',
  totalAmount: 'total',
  totalNetAmount: 'totalNet',
  netTransferAmount: 'netTransfer',
  availableBalance: 'available',
  onHoldBalance: 'onHold',
  totalBalance: 'total',
};

const rowOfUrl = (animal: Animal, url: URL, body: string): TruthRow | undefined => {
  const asked = /"transactionIds":\["TX-(\d+)"\]/.exec(body)?.[1] ?? /IS-(\d+)/.exec(url.pathname)?.[1];
  return asked === undefined ? animal.rows[0] : animal.rows[Number(asked) - 1];
};

export async function withServer<T>(
  animal: Animal,
  shapeNow: () => Shape,
  use: (gatewayWith: (learnt: LearntAnswers) => Gateway) => Promise<T>,
): Promise<T> {
  const server = await httpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://zoo');
      const row = rowOfUrl(animal, url, Buffer.concat(chunks).toString('utf8'));
      const text = answerOf(animal, shapeNow(), url.searchParams, row);
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    });
  });
  const base = `http://127.0.0.1:${server.port}`;
  try {
    return await use((learnt) =>
      createGateway({
        endpoints: defaultEndpoints,
        dashboardUrl: base,
        checkoutUrl: base,
        credentials: async () => ({ ok: true, value: KEYS }),
        clock: systemClock,
        log: { info: () => {}, warn: () => {}, error: () => {} },
        learnt,
        onOutcome: () => {},
      }),
    );
  } finally {
    await server.close();
  }
}

type Pages = (page: number, limit: number) => Promise<Result<GatewayPage<Row>, GatewayError>>;
async function all(read: Pages): Promise<Row[] | null> {
  const rows: Row[] = [];
  const whole = await readAllPages(read, async (page) => void rows.push(...page.rows));
  return whole.ok && whole.value.unreadable === 0 ? rows : null;
}
const rowsOf = (answer: Result<unknown, GatewayError>): Row[] | null =>
  answer.ok ? (Array.isArray(answer.value) ? (answer.value as Row[]) : [answer.value as Row]) : null;

/** What the app gets of this operation, through the calls that it uses. */
export async function readWith(
  gateway: Gateway,
  { name, rows, sales = new Map() }: Animal,
): Promise<Row[] | null> {
  switch (name) {
    case 'terminals.list':
      return rowsOf(await gateway.listTerminals());
    case 'settlement.windows':
      return all((page, limit) => gateway.listWindows(page, limit));
    case 'settlement.transactions':
      return all((page, limit) => gateway.listSettled({ page, limit, branchIds: [] }));
    case 'instant-settlement.eligible':
      return all((page, limit) => gateway.listEligible(page, limit));
    case 'instant-settlement.list':
      return all((page, limit) => gateway.listInstantRequests(page, limit));
    case 'payouts.list-transfers':
      return all((page, limit) => gateway.payouts.listTransfers({ page, limit }));
    case 'transactions.list':
      return all((page, limit) => gateway.transactions.list({ page, limit }));
    case 'payouts.accounts':
      return rowsOf(await gateway.payouts.accounts());
    case 'instant-settlement.fee-inquiry':
      return one(rows, (at) => gateway.quote([`TX-${at}`]));
    case 'instant-settlement.get':
      return one(rows, (at) => gateway.readInstantRequest(`IS-${at}`));
    case 'instant-settlement.suggestions':
      return suggested(gateway, sales);
  }
}
/** As the app shows it: what is not what its sales come to is told as an answer that cannot be read. */
async function suggested(gateway: Gateway, sales: ReadonlyMap<string, bigint>): Promise<Row[] | null> {
  const answer = await gateway.suggest(TARGET);
  if (!answer.ok) return null;
  const given = [answer.value.below, answer.value.above].filter((each) => each !== null);
  const known = [...sales].map(([transactionId, minor]) => ({
    transactionId,
    amount: { minor, currency: 'EGP' },
  }));
  return given.every((each) => isItsSales(each, known)) ? given : null;
}
async function one(
  rows: readonly unknown[],
  read: (at: number) => Promise<Result<unknown, GatewayError>>,
): Promise<Row[] | null> {
  const found: Row[] = [];
  for (const at of rows.keys()) {
    const row = rowsOf(await read(at + 1));
    if (row === null) return null;
    found.push(...row);
  }
  return found;
}

export function judge({ rows }: Animal, read: Row[] | null): Outcome {
  if (read === null) return 'says it cannot read';
  if (read.length !== rows.length) return 'wrong';
  let lacks = false;
  for (const [at, { plain, amounts }] of rows.entries()) {
    const row = read[at] ?? {};
    const [word = '', id] = Object.entries(plain)[0] ?? [];
    if (word.endsWith('Id') && `"${String(row[word])}"` !== id) return 'wrong';
    for (const [name, minor] of Object.entries(amounts)) {
      const given = row[IN_CLIENT[name] ?? name];
      if (given === null || given === undefined) lacks = true;
      else if (!isMoney(given) || given.minor !== minor || given.currency !== 'EGP') return 'wrong';
    }
  }
  return lacks ? 'without amounts' : 'right';
}

const callsOf = ({ name, rows, isOne }: Animal): Call[] => {
  if (name === 'instant-settlement.fee-inquiry')
    return rows.map((_, at) => ({ body: { transactionIds: [`TX-${at + 1}`] } }));
  if (name === 'instant-settlement.get')
    return rows.map((_, at) => ({ path: { requestId: `IS-${at + 1}` } }));
  if (name === 'instant-settlement.suggestions') return [{ body: { targetAmount: numberOf(TARGET) } }];
  if (isOne || name === 'terminals.list' || name === 'payouts.accounts') return [{}];
  return [{ query: { page: 1, limit: 500 } }];
};

const same = (one: readonly string[] | undefined, other: readonly string[]) =>
  JSON.stringify(one) === JSON.stringify(other);

/** A person who knows the gateway: confirms what is right, says where it is instead, and leaves what cannot be said. */
export function confirmedBy(
  animal: Animal,
  shape: Shape,
  proposal: Proposal,
): { shape: LearntShape; changes: number } {
  const form = formOf(animal.name);
  let said = proposal;
  let changes = 0;
  const [row] = animal.rows;
  const words = [
    ...Object.keys(row?.plain ?? {}).map((word) => [word, false] as const),
    ...Object.keys(row?.amounts ?? {}).map((word) => [word, true] as const),
  ];
  for (const [word, isAmount] of words) {
    const right = placeOf(word, isAmount, shape);
    const isAsked = toConfirm(form, said).includes(word) || said.shape.fields[word] === undefined;
    if (!isAsked || !(word in form.fields) || same(said.shape.fields[word], right)) continue;
    if (!said.places.some(({ at }) => same(at, right))) continue;
    said = changedPlace(form, said, word, right);
    changes += 1;
  }
  if (
    said.unit !== null &&
    (shape.unit === 'minor') !== (said.shape.unit === 'minor') &&
    toConfirm(form, said).includes(UNIT)
  ) {
    said = changedUnit(said, shape.unit === 'minor' ? 'minor' : 'major');
    changes += 1;
  }
  return { shape: confirmedShape(form, said, toConfirm(form, said)), changes };
}

export const learntOf = (name: OpenName, shape: LearntShape): LearntAnswers => ({
  ...nothingLearnt,
  shapeOf: (asked) => (asked === name ? shape : null),
});

export type Visit = { before: Outcome; after: Outcome; changes: number; learnt: string };

/** Reads it as it is, learns it, has it confirmed, and reads it again. */
export async function visit(animal: Animal, shape: Shape): Promise<Visit> {
  return withServer(
    animal,
    () => shape,
    async (gatewayWith) => {
      const plain = gatewayWith(nothingLearnt);
      const before = judge(animal, await readWith(plain, animal));
      const learnt = await learnOperation(animal.name, plain.sample, callsOf(animal), knownOf(animal));
      if (learnt === null || learnt.outcome === 'refused' || learnt.outcome === 'unclear')
        return {
          before,
          after: before,
          changes: 0,
          learnt: learnt?.outcome === 'unclear' ? learnt.problem : 'refused',
        };
      if (learnt.outcome === 'as-assumed') return { before, after: before, changes: 0, learnt: 'as-assumed' };
      const { shape: agreed, changes } = confirmedBy(animal, shape, learnt.proposal);
      const after = judge(animal, await readWith(gatewayWith(learntOf(animal.name, agreed)), animal));
      return { before, after, changes, learnt: 'other-form' };
    },
  );
}
