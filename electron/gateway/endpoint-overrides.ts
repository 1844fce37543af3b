/**
 * The endpoints that calls go to: the table (endpoint-table.ts) with what an administrator has overruled in
 * `gateway-profile.json` in the data folder. Nothing else spells a path.
 */
import { z } from 'zod';
import { profileError, type ProfileError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { parseDataFile, readDataFile } from './data-file.ts';
import {
  endpointTable,
  endpointNames as names,
  type Endpoint,
  type HttpMethod,
  type EndpointName,
} from './endpoint-table.ts';

export type Endpoints = {
  /** By name, as overruled. */
  readonly byName: Readonly<Record<EndpointName, Endpoint>>;
  readonly overruled: ReadonlySet<EndpointName>;
  /** The row field a reversal's `orderId` is taken from (assumed: merchant_order_id). */
  readonly reversalOrderIdField: 'merchant_order_id' | 'ref_number';
};

export const defaultEndpoints: Endpoints = {
  byName: endpointTable,
  overruled: new Set(),
  reversalOrderIdField: 'merchant_order_id',
};

const overruleSchema = z.strictObject({
  operations: z
    .partialRecord(
      z.enum(names),
      z.strictObject({
        method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
        path: z
          .string()
          .regex(/^\/[^\s?#]*$/, 'must be a path that begins with /')
          .optional(),
        host: z.enum(['dashboard', 'checkout']).optional(),
      }),
    )
    .optional(),
  reversalOrderIdField: z.enum(['merchant_order_id', 'ref_number']).optional(),
});

const OVERRULE_FILE = 'gateway-profile.json';

/**
 * Which methods an overrule may name. A movement has a body and is no read: POST or PUT. A read that is a POST by default
 * has a body, which a GET cannot carry; the same holds for a write and DELETE.
 */
function allowedMethods({ kind, method }: Endpoint): readonly HttpMethod[] {
  switch (kind) {
    case 'movement':
      return ['POST', 'PUT'];
    case 'read':
      return method === 'GET' ? ['GET', 'POST'] : ['POST'];
    case 'write':
      return method === 'GET' || method === 'DELETE' ? [method, 'POST', 'PUT'] : ['POST', 'PUT', 'PATCH'];
  }
}

const placesOf = (path: string) => (path.match(/\{[^}]*\}/g) ?? []).sort().join(' ');

/** What the schema cannot see: a path without its id would act on something else, a wrong method would not be sent. */
function overruleProblem(
  name: EndpointName,
  { method, path }: { method?: HttpMethod | undefined; path?: string | undefined },
): string | null {
  const original: Endpoint = endpointTable[name];
  if (path !== undefined && placesOf(path) !== placesOf(original.path))
    return `path must have exactly these places: ${placesOf(original.path) || 'none'}`;
  if (path?.split('/').some((part) => part === '.' || part === '..')) return 'path must not have . or ..';
  const allowed = allowedMethods(original);
  return method === undefined || allowed.includes(method) ? null : `method must be ${allowed.join(' or ')}`;
}

/** The defaults with the administrator's file over them. A bad file is an error, never silently the defaults. */
export async function loadEndpoints(dataDir: string): Promise<Result<Endpoints, ProfileError>> {
  const raw = await readDataFile(dataDir, OVERRULE_FILE);
  if (!raw.ok) return raw;
  return raw.value === null ? ok(defaultEndpoints) : overruleEndpoints(raw.value);
}

export function overruleEndpoints(raw: string): Result<Endpoints, ProfileError> {
  const parsed = parseDataFile(raw, OVERRULE_FILE, overruleSchema);
  if (!parsed.ok) return parsed;
  const { operations = {}, reversalOrderIdField } = parsed.value;
  for (const name of names) {
    const problem = overruleProblem(name, operations[name] ?? {});
    if (problem) return err(profileError('overrule-invalid', { where: `operations.${name}`, problem }));
  }
  const merged = Object.fromEntries(
    names.map((name) => {
      const { method, path, host } = operations[name] ?? {};
      const original: Endpoint = endpointTable[name];
      return [name, { ...original, ...(method && { method }), ...(path && { path }), ...(host && { host }) }];
    }),
  ) as Record<EndpointName, Endpoint>;
  return ok({
    byName: merged,
    overruled: new Set(Object.keys(operations) as EndpointName[]),
    reversalOrderIdField: reversalOrderIdField ?? defaultEndpoints.reversalOrderIdField,
  });
}

/** The table that Settings shows: documented, assumed, overruled. */
export function describeEndpoints({ byName, overruled }: Endpoints) {
  return names.map((name) => {
    const { method, path, host, source } = byName[name];
    return { name, method, path, host, source, overruled: overruled.has(name) };
  });
}
