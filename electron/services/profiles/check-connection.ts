/** "Check connection": what works and what does not, read by read. Stores nothing, moves nothing. */
import type { ConnectionCheck } from '#shared/contract/profiles.ts';
import type { GatewayError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import type { Gateway } from '../../gateway/gateway.ts';

const NOT_REACHED = [
  'unreachable',
  'tls',
  'timeout',
  'connection-lost',
  'not-a-gateway',
  'redirected',
  'too-large',
];
const STOPS_ALL = ['key-refused', 'address-not-allowed'];

type Name = ConnectionCheck['check'];

export async function checkConnection(gateway: Gateway): Promise<ConnectionCheck[]> {
  const terminals = await gateway.listTerminals();
  // A gateway without a terminal list answers in its own words: it is reached, and its key is taken.
  const first = terminals.ok ? null : terminals.error;
  const notReached = first !== null && NOT_REACHED.includes(first.code);
  const refused = first !== null && STOPS_ALL.includes(first.code);
  const works = (check: Name): ConnectionCheck => ({ check, outcome: 'works', error: null });
  const fails = (check: Name, error: GatewayError): ConnectionCheck => ({ check, outcome: 'fails', error });
  const skipped = (check: Name): ConnectionCheck => ({ check, outcome: 'skipped', error: null });
  const limited = (check: Name, error: GatewayError): ConnectionCheck => ({
    check,
    outcome: 'limited',
    error,
  });
  const part = (check: Name, result: Result<unknown, GatewayError>): ConnectionCheck =>
    result.ok ? works(check) : limited(check, result.error);

  if (notReached) {
    return [
      fails('dashboard', first),
      skipped('secret-key'),
      skipped('terminals'),
      skipped('settlement'),
      skipped('instant-settlement'),
      await checkout(gateway),
    ];
  }
  if (refused) {
    return [
      works('dashboard'),
      fails('secret-key', first),
      skipped('terminals'),
      skipped('settlement'),
      skipped('instant-settlement'),
      await checkout(gateway),
    ];
  }
  const [windows, eligible] = await Promise.all([gateway.listWindows(1, 1), gateway.listEligible(1, 1)]);
  return [
    works('dashboard'),
    works('secret-key'),
    part('terminals', terminals),
    part('settlement', windows),
    part('instant-settlement', eligible),
    await checkout(gateway),
  ];
}

async function checkout(gateway: Gateway): Promise<ConnectionCheck> {
  const answer = await gateway.reachCheckout();
  return answer.ok
    ? { check: 'checkout', outcome: 'works', error: null }
    : { check: 'checkout', outcome: 'fails', error: answer.error };
}
