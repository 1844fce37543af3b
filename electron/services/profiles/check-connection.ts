/**
 * "Check connection": what works and what does not, read by read. Documented reads first; whether the host is a gateway and takes
 * the key is judged by what any read says, and a read that is ours to assume decides nothing alone. Stores nothing, moves nothing.
 */
import type { ConnectionCheck } from '#shared/contract/profiles.ts';
import { gatewayError, type GatewayError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import type { Gateway } from '../../gateway/gateway.ts';

type Answer = Result<unknown, GatewayError>;
type Name = ConnectionCheck['check'];
type Code = GatewayError['code'];

/** No answer at all: every read of the host would say the same. */
const NO_ANSWER: readonly Code[] = ['unreachable', 'tls', 'timeout', 'connection-lost'];
/** An answer that any web page gives, too: alone it proves no gateway. */
const NO_PROOF: readonly Code[] = ['not-offered', 'not-a-gateway', 'redirected', 'too-large'];
const KEY_REFUSED: readonly Code[] = ['key-refused', 'address-not-allowed'];
/** A gateway that has failed before it looked at the key. */
const SAYS_NOTHING_OF_KEY: readonly Code[] = ['server', 'limit', 'too-soon'];

const REST = ['settled', 'settlement', 'terminals', 'instant-settlement'] as const;
const OPERATIONS: Record<(typeof REST)[number], string> = {
  settled: 'settlement.transactions',
  settlement: 'settlement.windows',
  terminals: 'terminals.list',
  'instant-settlement': 'instant-settlement.eligible',
};

const works = (check: Name): ConnectionCheck => ({ check, outcome: 'works', error: null });
const fails = (check: Name, error: GatewayError): ConnectionCheck => ({ check, outcome: 'fails', error });
const skipped = (check: Name): ConnectionCheck => ({ check, outcome: 'skipped', error: null });

const errorsOf = (answers: readonly Answer[]): GatewayError[] =>
  answers.flatMap((answer) => (answer.ok ? [] : [answer.error]));
const firstOf = (answers: readonly Answer[], codes: readonly Code[]): GatewayError | null =>
  errorsOf(answers).find(({ code }) => codes.includes(code)) ?? null;
const allAre = (answers: readonly Answer[], codes: readonly Code[]): boolean =>
  answers.every((answer) => !answer.ok && codes.includes(answer.error.code));

/** Judges one part of a gateway that is reached. A page of HTML or a 404 means that it does not offer this part. */
function part(check: (typeof REST)[number], answer: Answer): ConnectionCheck {
  if (answer.ok) return works(check);
  const { error } = answer;
  if (error.code !== 'not-offered' && error.code !== 'not-a-gateway')
    return { check, outcome: 'limited', error };
  const params = { operation: OPERATIONS[check] };
  return { check, outcome: 'not-offered', error: gatewayError('not-offered', params) };
}

function keyCheck(answers: readonly Answer[]): ConnectionCheck {
  const refused = firstOf(answers, KEY_REFUSED);
  if (answers.some(({ ok }) => ok)) return works('secret-key');
  if (refused) return fails('secret-key', refused);
  const silent = [...NO_ANSWER, ...NO_PROOF, ...SAYS_NOTHING_OF_KEY];
  return allAre(answers, silent) ? skipped('secret-key') : works('secret-key');
}

/** The reason why the host is no gateway; null if any of its answers is a gateway's. */
function hostError(answers: readonly Answer[]): GatewayError | null {
  if (!allAre(answers, [...NO_ANSWER, ...NO_PROOF])) return null;
  const error = firstOf(answers, NO_ANSWER) ?? errorsOf(answers)[0] ?? gatewayError('not-a-gateway');
  return error.code === 'not-offered' ? gatewayError('not-a-gateway', {}, { httpStatus: 404 }) : error;
}

async function dashboardChecks(gateway: Gateway): Promise<ConnectionCheck[]> {
  const documented: [Answer, Answer] = await Promise.all([
    gateway.listSettled({ page: 1, limit: 1, branchIds: [] }),
    gateway.listWindows(1, 1),
  ]);
  const noAnswer = allAre(documented, NO_ANSWER) ? hostError(documented) : null;
  if (noAnswer) return [fails('dashboard', noAnswer), skipped('secret-key'), ...REST.map(skipped)];
  const key = keyCheck(documented);
  if (key.outcome === 'fails') return [works('dashboard'), key, ...REST.map(skipped)];
  const assumed: [Answer, Answer] = await Promise.all([gateway.listTerminals(), gateway.listEligible(1, 1)]);
  const answers = [...documented, ...assumed];
  const notReached = hostError(answers);
  if (notReached) return [fails('dashboard', notReached), skipped('secret-key'), ...REST.map(skipped)];
  const keyOfAll = keyCheck(answers);
  if (keyOfAll.outcome === 'fails') return [works('dashboard'), keyOfAll, ...REST.map(skipped)];
  const [settled, windows] = documented;
  const [terminals, eligible] = assumed;
  return [
    works('dashboard'),
    keyOfAll,
    part('settled', settled),
    part('settlement', windows),
    part('terminals', terminals),
    part('instant-settlement', eligible),
  ];
}

export async function checkConnection(gateway: Gateway): Promise<ConnectionCheck[]> {
  const [dashboard, checkout] = await Promise.all([dashboardChecks(gateway), gateway.reachCheckout()]);
  return [...dashboard, checkout.ok ? works('checkout') : fails('checkout', checkout.error)];
}
