/**
 * `npm run conformance`: the suite; with `--learn` or `--from FILE` what a gateway answers is learnt instead, and written as a
 * proposal with its evidence, for somebody who helps a shop. Reads only.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { gatewayError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import { textOf } from '#shared/errors/text-of.ts';
import { createGateway } from '../gateway/create-gateway.ts';
import { defaultEndpoints } from '../gateway/endpoint-overrides.ts';
import { openNames, type OpenName } from '../gateway/shapes/forms.ts';
import type { OperationLearnt } from '../gateway/shapes/learning.ts';
import { learnAll, noFacts } from '../gateway/shapes/tour.ts';
import { recordedAnswers } from './recorded.ts';

const KEYS = { 'secret-key': 'CLOSEOUT_SECRET_KEY', 'api-key': 'CLOSEOUT_API_KEY' } as const;
const OUT = 'gateway-answers.proposal.json';

const options = {
  learn: { type: 'boolean' },
  from: { type: 'string' },
  out: { type: 'string', default: OUT },
  dashboard: { type: 'string' },
  checkout: { type: 'string' },
  'secret-key': { type: 'string' },
  'api-key': { type: 'string' },
} as const;

const usage = `npm run conformance -- --learn --dashboard URL --checkout URL [--out ${OUT}]   (the key in CLOSEOUT_SECRET_KEY)
npm run conformance -- --from FILE.har|FILE.json [--out ${OUT}]`;

type Values = ReturnType<typeof parsed>;
const parsed = () => parseArgs({ options, strict: true }).values;
type Learnt = Map<OpenName, OperationLearnt | null>;

async function fromFile(file: string): Promise<Learnt> {
  const answers = recordedAnswers(await readFile(file, 'utf8'));
  // Each recorded page answers the call for it; what was not recorded is not offered.
  return learnAll(async (name, call) => {
    const page = Number(call.query?.['page'] ?? 1);
    const body = answers.get(name)?.[page - 1];
    return body === undefined ? err(gatewayError('not-offered', { operation: name })) : ok(body);
  }, noFacts());
}

async function fromGateway(values: Values): Promise<Learnt> {
  const { dashboard = '', checkout = dashboard } = values;
  const keyOf = (name: keyof typeof KEYS) => values[name] ?? process.env[KEYS[name]] ?? null;
  const gateway = createGateway({
    endpoints: defaultEndpoints,
    dashboardUrl: dashboard,
    checkoutUrl: checkout,
    credentials: async () =>
      ok({ secretKey: keyOf('secret-key') ?? '', apiKey: keyOf('api-key'), transferKey: null }),
    clock: {
      nowMs: () => Date.now(),
      after: (delayMs, task) => {
        const timer = setTimeout(task, delayMs);
        return () => clearTimeout(timer);
      },
    },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    onOutcome: () => {},
  });
  return learnAll(gateway.sample, noFacts());
}

function line(name: OpenName, learnt: OperationLearnt | null | undefined): string {
  if (!learnt) return `${name}: not asked`;
  if (learnt.outcome === 'refused') return `${name}: ${learnt.error.code}`;
  if (learnt.outcome === 'unclear') return `${name}: cannot be read (${learnt.problem})`;
  const { evidence, rows } = learnt.proposal;
  const proven = Object.values(evidence).filter(({ proof }) => proof === 'proven').length;
  return `${name}: ${learnt.outcome}, ${rows} rows, ${proven} of ${Object.keys(evidence).length} words proven`;
}

async function learn(values: Values): Promise<void> {
  if (values.from === undefined && values.dashboard === undefined) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  const learnt = values.from === undefined ? await fromGateway(values) : await fromFile(values.from);
  for (const name of openNames) console.log(line(name, learnt.get(name)));
  const answered = [...learnt.values()].filter((one) => one && one.outcome !== 'refused').length;
  if (answered === 0) {
    console.error(
      values.from === undefined
        ? 'No operation was answered: nothing is written. Check the host and the key.'
        : 'No answer of an operation that Closeout knows is in the file: nothing is written.',
    );
    process.exitCode = 1;
    return;
  }
  await writeFile(values.out, `${JSON.stringify(Object.fromEntries(learnt), null, 2)}\n`);
  console.log(`Written to ${values.out}`);
}

const asksToLearn = process.argv.some((one) => one === '--learn' || one.startsWith('--from'));
if (asksToLearn)
  await learn(parsed()).catch((error: unknown) => {
    console.error(`${textOf(error)}\n${usage}`);
    process.exitCode = 2;
  });
else await import('../conformance/cli.ts');
