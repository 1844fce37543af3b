/** The checks before a route answers: credentials (§5), and what a client may send by the document. */
import type { Call, Route } from './routing.ts';
import { Refusal } from './routing.ts';
import type { State } from './state.ts';

/** §5, rules 5 and 6: the key, then the address, then the permission. */
function checkSecretKey(call: Call, state: State): void {
  const given = call.headers.authorization;
  if (given !== state.secretKey) throw new Refusal(401, 'Unauthorized');
  if (state.addressAllowList.length > 0 && !state.addressAllowList.includes(call.remoteAddress))
    throw new Refusal(403, 'Unauthorized IP address');
}

export function checkCredential(route: Route, call: Call, state: State): void {
  if (route.credential === 'secret-key' || route.credential === 'secret-key+api-key')
    checkSecretKey(call, state);
  if (route.credential === 'secret-key+api-key' && call.headers['api-key'] !== state.apiKey)
    throw new Refusal(401, 'Unauthorized');
  if (route.credential === 'service-hash' && !/^[0-9a-f]{64}$/.test(hashOf(call)))
    throw new Refusal(401, 'Service-Hash is missing');
  if (route.permission && !state.permissions.has(route.permission)) throw new Refusal(403, 'Forbidden');
}

const hashOf = (call: Call) => String(call.headers['service-hash'] ?? '');

/** Which of the three credential headers a route may have (§5). */
const ALLOWED: Record<Route['credential'], readonly string[]> = {
  'secret-key': ['authorization'],
  'secret-key+api-key': ['authorization', 'api-key'],
  'service-hash': ['service-hash'],
  none: [],
  forwarded: ['authorization'],
};

/** What the client sent against the document, one sentence each. */
export function violationsOf(route: Route, call: Call, state: State): string[] {
  const found: string[] = [];
  for (const header of ['authorization', 'api-key', 'service-hash']) {
    if (call.headers[header] !== undefined && !ALLOWED[route.credential].includes(header))
      found.push(`${header} is sent`);
  }
  if (/^bearer /i.test(call.headers.authorization ?? '')) found.push('the secret key is a Bearer token (§5)');
  const everything = [call.path, call.query.toString(), JSON.stringify(call.headers), call.bodyText].join(
    '\n',
  );
  for (const key of [state.paymentApiKey, state.transferApiKey])
    if (everything.includes(key)) found.push('a signing key is sent (§5, rule 2)');
  if ([call.path, call.query.toString(), call.bodyText].join('\n').includes(state.secretKey))
    found.push('the secret key is outside its header');
  for (const name of call.query.keys())
    if (route.query && !route.query.includes(name)) found.push(`query ${name} is not documented`);
  if (route.fields === 'none' && call.bodyText !== '') found.push('a body is sent');
  if (Array.isArray(route.fields)) {
    const documented: readonly string[] = route.fields;
    for (const name of Object.keys(call.body))
      if (!documented.includes(name)) found.push(`field ${name} is not documented`);
  }
  if (call.bodyText !== '' && !/^application\/json/.test(call.headers['content-type'] ?? ''))
    found.push('the body is not declared as JSON');
  if (call.method === 'GET' && call.bodyText !== '') found.push('a GET has a body');
  return found.map((what) => `${call.method} ${call.path}: ${what}`);
}
