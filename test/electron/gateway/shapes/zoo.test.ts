import { describe, expect, it } from 'vitest';
import { createGateway } from '#electron/gateway/create-gateway.ts';
import { defaultEndpoints } from '#electron/gateway/endpoint-overrides.ts';
import type { Gateway, GatewayPage } from '#electron/gateway/gateway.ts';
import { systemClock } from '#electron/hosts/launch/system.ts';
import { readAllPages } from '#electron/services/read-all-pages.ts';
import type { GatewayError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import type { Money } from '#shared/money/money.ts';
import { seededRng } from '../../../faults/simulation/rng.ts';
import { KEYS } from '../recorder.ts';
import { httpServer } from '../servers.ts';
import { answerOf, kindsOf, shapeOf, type Kind, type Shape } from './zoo.ts';

const SEED = 20_261_124;
const SHAPES = 40;

type Read = { id: string; amounts: Record<string, Money | null> };
type Outcome = 'right' | 'without amounts' | 'says it cannot read' | 'wrong';

/** Asks a server of this shape for the whole list, through the client that the app uses. */
async function ask<T>(
  kind: Kind,
  shape: Shape,
  call: (gateway: Gateway) => (page: number, limit: number) => Promise<Result<GatewayPage<T>, GatewayError>>,
  readOf: (row: T) => Read,
): Promise<Outcome> {
  const server = await httpServer((request, response) => {
    const page = Number(new URL(request.url ?? '/', 'http://zoo').searchParams.get('page') ?? '1');
    response.writeHead(200, { 'content-type': 'application/json' }).end(answerOf(kind, shape, page));
  });
  try {
    const base = `http://127.0.0.1:${server.port}`;
    const gateway = createGateway({
      profile: defaultEndpoints,
      dashboardUrl: base,
      checkoutUrl: base,
      credentials: async () => ({ ok: true, value: KEYS }),
      clock: systemClock,
      log: { info: () => {}, warn: () => {}, error: () => {} },
      onOutcome: () => {},
    });
    const rows: T[] = [];
    const whole = await readAllPages(call(gateway), async (page) => void rows.push(...page.rows));
    if (!whole.ok || whole.value.unreadable > 0) return 'says it cannot read';
    return judge(kind, rows.map(readOf));
  } finally {
    await server.close();
  }
}

function judge(kind: Kind, read: Read[]): Outcome {
  if (read.length !== kind.rows.length) return 'wrong';
  let missing = false;
  for (const [at, { plain, amounts }] of kind.rows.entries()) {
    const row = read[at];
    const id = Object.values(plain)[0];
    if (row === undefined || `"${row.id}"` !== id) return 'wrong';
    for (const [name, minor] of Object.entries(amounts)) {
      const given = row.amounts[name];
      if (!given) missing = true;
      else if (given.minor !== minor || given.currency !== 'EGP') return 'wrong';
    }
  }
  return missing ? 'without amounts' : 'right';
}

describe('a gateway that answers in another shape', () => {
  const kinds = kindsOf(SEED);
  const rng = seededRng(SEED);
  const shapes = Array.from({ length: SHAPES }, () => shapeOf(rng));
  const figures = (outcomes: Outcome[]) =>
    Object.fromEntries([...new Set(outcomes)].map((one) => [one, outcomes.filter((o) => o === one).length]));

  it('windows are right to the minor unit, lack amounts, or are said to be unreadable: never wrong', async () => {
    const outcomes: Outcome[] = [];
    for (const shape of shapes)
      outcomes.push(
        await ask(
          kinds.windows,
          shape,
          (gateway) => (page, limit) => gateway.listWindows(page, limit),
          ({ windowId, gross, fees, vat, net }) => ({
            id: windowId,
            amounts: { grossAmount: gross, feesAmount: fees, vatAmount: vat, netAmount: net },
          }),
        ),
      );
    console.info('windows', figures(outcomes));
    expect(shapes.filter((_, at) => outcomes[at] === 'wrong')).toEqual([]);
    expect(outcomes.filter((one) => one === 'right').length).toBeGreaterThan(0);
  });

  it('sales that can be paid early are right, or said to be unreadable: never wrong', async () => {
    const outcomes: Outcome[] = [];
    for (const shape of shapes)
      outcomes.push(
        await ask(
          kinds.eligible,
          shape,
          (gateway) => (page, limit) => gateway.listEligible(page, limit),
          ({ transactionId, amount, fee, vat, net }) => ({
            id: transactionId,
            amounts: { amount, feeAmount: fee, vatAmount: vat, netAmount: net },
          }),
        ),
      );
    console.info('eligible', figures(outcomes));
    expect(shapes.filter((_, at) => outcomes[at] === 'wrong')).toEqual([]);
    expect(outcomes.filter((one) => one === 'right').length).toBeGreaterThan(0);
  });
});
