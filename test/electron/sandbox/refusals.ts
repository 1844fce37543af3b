/** What every operation refuses alike: strangers, wrong fields, wrong methods, bodies too large, tricks with the path. */
import { expect } from 'vitest';
import type { Sandbox, SandboxAccess } from '#electron/sandbox/start-sandbox.ts';
import { control } from './gateway.ts';
import { ask, at, type Asked } from './wire.ts';

export type Operation = { method: string; path: string } & Pick<Asked, 'json' | 'headers' | 'host'>;

const stateOf = async (sandbox: Sandbox) => (await control(sandbox, 'GET', '/state')).body;

/** No key, a wrong one, the other environment's, another kind of key: 401, and nothing is changed. */
export async function refusesStrangers(
  sandbox: Sandbox,
  { method, path, ...rest }: Operation,
): Promise<void> {
  const { live, test } = sandbox;
  const before = await stateOf(sandbox);
  const keys = {
    none: null,
    empty: '',
    wrong: 'sk_live_wrong',
    'of test': test.secretKey,
    'the API key': live.apiKey,
    'the payment key': live.paymentKey,
    'with Bearer': `Bearer ${live.secretKey}`,
  };
  for (const [name, key] of Object.entries(keys)) {
    const reply = await ask(live, method, path, { ...rest, key });
    expect([`${method} ${path}`, name, reply.status]).toEqual([`${method} ${path}`, name, 401]);
    expect(reply.body).toMatchObject({
      error: { cause: 'Unauthorized' },
      messages: { en: 'The secret key is missing or not valid for this environment.' },
      status: 'FAILURE',
    });
  }
  expect(await stateOf(sandbox)).toEqual(before);
}

/** A key whose role has these permissions and no other. */
export async function roleKey(
  sandbox: Sandbox,
  permissions: readonly string[],
  environment: 'test' | 'live' = 'live',
): Promise<string> {
  const { body } = await control(sandbox, 'POST', '/keys', { environment, permissions });
  return String(at(body, 'secretKey'));
}

/** Without the permission 403 that names it; with it alone the call is let through. */
export async function needsPermission(
  sandbox: Sandbox,
  permission: string,
  { method, path, ...rest }: Operation,
): Promise<void> {
  const all = [
    'webhook.view_webhook',
    'webhook.resend_webhook',
    'webhook.manage_webhook',
    'transactions.view_transaction',
    'transactions.refund_transaction',
    'api_keys.create_api_key',
    'instant_settlements.all.view_instant_settlement',
    'instant_settlements.all.create_instant_settlement',
  ];
  const without = await roleKey(
    sandbox,
    all.filter((name) => name !== permission),
  );
  const refused = await ask(sandbox.live, method, path, { ...rest, key: without });
  expect([`${method} ${path}`, refused.status]).toEqual([`${method} ${path}`, 403]);
  expect(refused.body).toMatchObject({
    error: { cause: 'Forbidden' },
    messages: { en: `The permission ${permission} is missing.` },
    status: 'FAILURE',
  });
  const only = await roleKey(sandbox, [permission]);
  const allowed = await ask(sandbox.live, method, path, { ...rest, key: only });
  expect([401, 403]).not.toContain(allowed.status);
}

/** The same with the value at `path` in its place; `undefined` takes the field away. */
export function changed(body: unknown, path: string, value: unknown): unknown {
  const copy = structuredClone(body) as Record<string, unknown>;
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let holder = copy;
  for (const step of steps) holder = holder[step] as Record<string, unknown>;
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy;
}

export type BadField = [field: string, value: unknown, named?: string];

/** Each value alone makes the good body a bad one: 400, `data.field` names the field, nothing is changed. */
export async function refusesFields(
  sandbox: Sandbox,
  operation: Operation,
  bad: readonly BadField[],
): Promise<void> {
  const { method, path, json, ...rest } = operation;
  const before = await stateOf(sandbox);
  const seen: string[] = [];
  const wanted: string[] = [];
  for (const [field, value, named = field] of bad) {
    const reply = await ask(sandbox.live, method, path, { ...rest, json: changed(json, field, value) });
    const shown = (JSON.stringify(value) ?? 'absent').slice(0, 60);
    seen.push(`${field} ${shown}: ${reply.status} ${String(at(reply.body, 'data.field'))}`);
    wanted.push(`${field} ${shown}: 400 ${named}`);
    if (reply.status === 400) expect(reply.body).toMatchObject({ error: { cause: 'Bad request' } });
  }
  expect(seen).toEqual(wanted);
  expect(await stateOf(sandbox)).toEqual(before);
}

/** Bodies that are no object at all. */
export async function refusesShapes(access: SandboxAccess, operation: Operation): Promise<void> {
  const { method, path, host, headers } = operation;
  const seen: [string, number][] = [];
  const send = async (name: string, bytes: string, type = 'application/json') => {
    const reply = await ask(access, method, path, {
      bytes,
      type,
      ...(host && { host }),
      ...(headers && { headers }),
    });
    seen.push([name, reply.status]);
  };
  await send('array', '[]');
  await send('text', '"text"');
  await send('number', '7');
  await send('cut', '{"a":');
  await send('too large', JSON.stringify({ filler: 'x'.repeat(1_048_577) }));
  await send('plain text', '{}', 'text/plain');
  await send('XML', '<a/>', 'application/xml');
  await send('form', 'a=1', 'application/x-www-form-urlencoded');
  expect(seen).toEqual([
    ['array', 400],
    ['text', 400],
    ['number', 400],
    ['cut', 400],
    ['too large', 413],
    ['plain text', 415],
    ['XML', 415],
    ['form', 415],
  ]);
}

/** Every other method is 405, and `Allow` names those that are taken. */
export async function takesOnly(
  access: SandboxAccess,
  path: string,
  methods: string,
  host: 'dashboard' | 'checkout' = 'dashboard',
): Promise<void> {
  const allowed = methods.split(' ');
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((name) => !allowed.includes(name))) {
    const reply = await ask(access, method, path, { host });
    const named = (reply.headers.allow ?? '').split(', ').filter((name) => name !== 'HEAD');
    expect([method, path, reply.status, named.sort()]).toEqual([method, path, 405, allowed.toSorted()]);
    expect(reply.body).toMatchObject({ error: { cause: 'Method not allowed' }, status: 'FAILURE' });
  }
}

/** Ids that no record has: all of them 404; what cannot be decoded, or is longer than any id, 400. */
export async function refusesTricks(
  access: SandboxAccess,
  method: string,
  pathOf: (id: string) => string,
  asked: Asked = {},
): Promise<void> {
  const ids: [string, number][] = [
    ['nonesuch', 404],
    ['..', 404],
    ['%2e%2e', 404],
    ['%2E%2E%2F%2E%2E', 404],
    ['%00', 404],
    ['a%00b', 404],
    ['%2F', 404],
    ['/nonesuch', 404],
    ['__proto__', 404],
    ['constructor', 404],
    ['%27%20OR%201%3D1--', 404],
    ['%D9%A1', 404],
    ['x'.repeat(900), 404],
    ['x'.repeat(5_000), 400],
    ['%zz', 400],
    ['%', 400],
    ['%C3%28', 400],
  ];
  const shown = (id: string) => (id.length > 40 ? `${id.length} characters` : id);
  const seen: [string, number][] = [];
  for (const [id] of ids) {
    const reply = await ask(access, method, pathOf(id), asked);
    seen.push([shown(id), reply.status]);
    if (reply.status >= 400) expect(reply.body).toMatchObject({ status: 'FAILURE' });
  }
  expect(seen).toEqual(ids.map(([id, status]) => [shown(id), status]));
  expect((await ask(access, method, `/${pathOf('nonesuch')}`, asked)).status).toBe(404);
}
