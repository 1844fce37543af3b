/** Who may call what (§5): the secret key, its address, its role's permission, the account's feature flag; in this order. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { refuse } from './errors.ts';
import { prepared } from './state/prepared.ts';
import { readSetting } from './state/settings.ts';
import type { World } from './world.ts';

/** §5 names three of these; the others are named alike (docs/assumptions.md). */
export const permissions = [
  'webhook.view_webhook',
  'webhook.resend_webhook',
  'webhook.manage_webhook',
  'transactions.view_transaction',
  'transactions.refund_transaction',
  'api_keys.create_api_key',
  'instant_settlements.all.view_instant_settlement',
  'instant_settlements.all.create_instant_settlement',
] as const;
type Permission = (typeof permissions)[number];

export type Access = {
  /** `none`: a public read, or a call that carries a Service-Hash, which its handler checks. */
  credential: 'secret-key' | 'secret-key+api-key' | 'none';
  permission?: Permission;
  feature?: 'instant_settlement_request';
};

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
}

/** Route options of a public read, or of a call that carries a Service-Hash. */
export const open = { config: { access: { credential: 'none' } } } satisfies { config: { access: Access } };
/** Route options of a secret-key call that needs a permission of the key's role. */
export const needs = (permission: Permission, feature?: Access['feature']) => ({
  config: { access: { credential: 'secret-key', permission, ...(feature && { feature }) } satisfies Access },
});

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

/** Whether two texts are equal, in a time that does not tell how much of them is. */
export function sameText(given: string | undefined, wanted: string): boolean {
  const a = Buffer.from(given ?? '');
  const b = Buffer.from(wanted);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Adds a secret key, or gives a known one this role. */
export function grantKey(world: World, key: string, granted: readonly Permission[]): void {
  prepared(world.db, 'INSERT OR REPLACE INTO secret_key VALUES (?, ?)').run(
    hashOf(key),
    JSON.stringify(granted),
  );
}

/** The role's permissions, or null for a key that is not one of this environment. */
function permissionsOf(world: World, key: string | undefined): readonly Permission[] | null {
  if (key === undefined) return null;
  const row = prepared(world.db, 'SELECT permissions FROM secret_key WHERE key_hash = ?').get(hashOf(key)) as
    | { permissions: string }
    | undefined;
  return row ? (JSON.parse(row.permissions) as Permission[]) : null;
}

/** Adds an address or a range; false if it is neither. */
function addTo(list: BlockList, entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/');
  const version = isIP(address);
  // An address with a zone (fe80::1%eth0) means something on its own computer only.
  if (version === 0 || more.length > 0 || address.includes('%')) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (bits === undefined) list.addAddress(address, family);
  else if (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
    list.addSubnet(address, Number(bits), family);
  else return false;
  return true;
}

export const isAddressOrRange = (entry: string): boolean => addTo(new BlockList(), entry);

function isAllowedAddress(world: World, ip: string): boolean {
  const entries = readSetting(world, 'ip_allow_list');
  if (entries.length === 0) return true;
  const list = new BlockList();
  for (const entry of entries) addTo(list, entry);
  const plain = ip.replace(/^::ffff:(?=\d+\.)/, '');
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}

/** Throws the refusal of a call that may not be made. */
export function checkAccess(world: World, access: Access, request: FastifyRequest): void {
  if (access.credential === 'none') return;
  const granted = permissionsOf(world, request.headers.authorization);
  if (granted === null) throw refuse.key();
  if (
    access.credential === 'secret-key+api-key' &&
    !sameText(String(request.headers['api-key'] ?? ''), world.keys.apiKey)
  )
    throw refuse.apiKey();
  if (!isAllowedAddress(world, request.ip)) throw refuse.address();
  if (access.permission && !granted.includes(access.permission)) throw refuse.permission(access.permission);
  if (access.feature && !readSetting(world, access.feature)) throw refuse.feature(access.feature);
}
