/**
 * The gateway profile: the one place that spells a path or an assumed field. Each operation says whether the interface
 * document states it or we assume it; an administrator can overrule it with `gateway-profile.json` in the data folder.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { profileError, type ProfileError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';

export type GatewayOperation = {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** `{name}` parts are filled in, URL-encoded. */
  readonly path: string;
  readonly host: 'dashboard' | 'checkout';
  readonly credential: 'secret-key' | 'none';
  readonly source: string;
};

const dashboard = (method: GatewayOperation['method'], path: string, source: string): GatewayOperation => ({
  method,
  path,
  host: 'dashboard',
  credential: 'secret-key',
  source,
});

const INSTANT = '/v3/payment/instant-settlement';

export const defaultOperations = {
  'terminals.list': dashboard('GET', '/v3/payment/pos/terminals', 'assumed'),
  'terminals.transactions': dashboard('GET', '/v3/payment/pos/{terminalId}/transactions', 'documented §4.10'),
  'terminals.acknowledge': dashboard('POST', '/v3/payment/pos/ack/{terminalId}', 'documented §4.10'),
  'orders.reverse': dashboard('PUT', '/v3/payment/reversal/{orderId}', 'documented §4.2'),
  'settlement.windows': dashboard('GET', '/v3/payment/settlement/windows', 'documented §4.9'),
  'settlement.transactions': dashboard('GET', '/v2/aggregator/settlement-transactions', 'documented §4.9'),
  'instant-settlement.eligible': dashboard('GET', `${INSTANT}/eligible`, 'assumed'),
  'instant-settlement.suggestions': dashboard('POST', `${INSTANT}/suggestions`, 'assumed'),
  'instant-settlement.fee-inquiry': dashboard('POST', `${INSTANT}/fee-inquiry`, 'assumed'),
  'instant-settlement.create': dashboard('POST', `${INSTANT}/`, 'assumed'),
  'instant-settlement.list': dashboard('GET', `${INSTANT}/`, 'assumed'),
  'instant-settlement.get': dashboard('GET', `${INSTANT}/{requestId}`, 'assumed'),
  'checkout.reach': { method: 'GET', path: '/', host: 'checkout', credential: 'none', source: 'assumed' },
} as const satisfies Record<string, GatewayOperation>;

export type OperationName = keyof typeof defaultOperations;

export type GatewayProfile = {
  readonly operations: Readonly<Record<OperationName, GatewayOperation>>;
  readonly overruled: ReadonlySet<OperationName>;
  /** The row field a reversal's `orderId` is taken from (assumed: merchant_order_id). */
  readonly reversalOrderIdField: 'merchant_order_id' | 'ref_number';
  /** The page size asked for; what comes is taken. */
  readonly pageSize: number;
};

export const defaultGatewayProfile: GatewayProfile = {
  operations: defaultOperations,
  overruled: new Set(),
  reversalOrderIdField: 'merchant_order_id',
  pageSize: 500,
};

const names = Object.keys(defaultOperations) as [OperationName, ...OperationName[]];
const overruleSchema = z.strictObject({
  operations: z
    .partialRecord(
      z.enum(names),
      z.strictObject({
        method: z.enum(['GET', 'POST', 'PUT']).optional(),
        path: z
          .string()
          .regex(/^\/[^\s?#]*$/, 'must be a path that begins with /')
          .optional(),
        host: z.enum(['dashboard', 'checkout']).optional(),
      }),
    )
    .optional(),
  reversalOrderIdField: z.enum(['merchant_order_id', 'ref_number']).optional(),
  pageSize: z.number().int().min(1).max(5_000).optional(),
});

export const OVERRULE_FILE = 'gateway-profile.json';

const MOVEMENTS: readonly OperationName[] = [
  'terminals.acknowledge',
  'orders.reverse',
  'instant-settlement.create',
];
const MOVEMENT_METHODS: readonly GatewayOperation['method'][] = ['POST', 'PUT'];
/** A read that is a POST by default has a body, which a GET cannot carry. */
const READ_METHODS: Record<GatewayOperation['method'], readonly GatewayOperation['method'][]> = {
  GET: ['GET', 'POST'],
  POST: ['POST'],
  PUT: ['POST'],
};

const placesOf = (path: string) => (path.match(/\{[^}]*\}/g) ?? []).sort().join(' ');

/** What the schema cannot see: a path without its id would act on something else, a wrong method would not be sent. */
function overruleProblem(
  name: OperationName,
  { method, path }: { method?: GatewayOperation['method'] | undefined; path?: string | undefined },
): string | null {
  const original: GatewayOperation = defaultOperations[name];
  if (path !== undefined && placesOf(path) !== placesOf(original.path))
    return `path must have exactly these places: ${placesOf(original.path) || 'none'}`;
  if (path?.split('/').some((part) => part === '.' || part === '..')) return 'path must not have . or ..';
  const allowed = MOVEMENTS.includes(name) ? MOVEMENT_METHODS : READ_METHODS[original.method];
  return method === undefined || allowed.includes(method) ? null : `method must be ${allowed.join(' or ')}`;
}

/** The defaults with the administrator's file over them. A bad file is an error, never silently the defaults. */
export async function loadGatewayProfile(dataDir: string): Promise<Result<GatewayProfile, ProfileError>> {
  let raw: string;
  try {
    raw = await readFile(join(dataDir, OVERRULE_FILE), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ok(defaultGatewayProfile);
    return err(profileError('overrule-invalid', { where: OVERRULE_FILE, problem: String(error) }));
  }
  return overruleGatewayProfile(raw);
}

export function overruleGatewayProfile(raw: string): Result<GatewayProfile, ProfileError> {
  let json: unknown;
  try {
    json = JSON.parse(raw);
  } catch (error) {
    return err(profileError('overrule-invalid', { where: OVERRULE_FILE, problem: String(error) }));
  }
  const parsed = overruleSchema.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return err(
      profileError('overrule-invalid', {
        where: issue?.path.join('.') || OVERRULE_FILE,
        problem: issue?.message ?? '',
      }),
    );
  }
  const { operations = {}, reversalOrderIdField, pageSize } = parsed.data;
  for (const name of names) {
    const problem = overruleProblem(name, operations[name] ?? {});
    if (problem) return err(profileError('overrule-invalid', { where: `operations.${name}`, problem }));
  }
  const merged = Object.fromEntries(
    names.map((name) => {
      const { method, path, host } = operations[name] ?? {};
      const original: GatewayOperation = defaultOperations[name];
      return [name, { ...original, ...(method && { method }), ...(path && { path }), ...(host && { host }) }];
    }),
  ) as Record<OperationName, GatewayOperation>;
  return ok({
    operations: merged,
    overruled: new Set(Object.keys(operations) as OperationName[]),
    reversalOrderIdField: reversalOrderIdField ?? defaultGatewayProfile.reversalOrderIdField,
    pageSize: pageSize ?? defaultGatewayProfile.pageSize,
  });
}

/** The table that Settings shows: documented, assumed, overruled. */
export function describeOperations(profile: GatewayProfile) {
  return names.map((name) => {
    const { method, path, host, source } = profile.operations[name];
    return { name, method, path, host, source, overruled: profile.overruled.has(name) };
  });
}
