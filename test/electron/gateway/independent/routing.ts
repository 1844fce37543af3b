/** Routes of the independent gateway: a path of the document, its host, its credential, and what it answers. */
import type { IncomingHttpHeaders } from 'node:http';
import { Decimal, isFields, isTimestamp, type Fields } from './json.ts';
import type { Permission, State } from './state.ts';

export type Host = 'dashboard' | 'checkout';

export type Call = {
  method: string;
  /** As in the request line, without the query, percent-encoding and all. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  remoteAddress: string;
  bodyText: string;
  /** The JSON body; an empty object where there is none. */
  body: Fields;
  /** The `{name}` parts of the path, decoded. */
  part: (name: string) => string;
};

/** `text` instead of `body`: what is not JSON. */
export type Reply = { status: number; body: unknown; text?: string };

export type Route = {
  host: Host;
  method: string;
  /** With `{name}` parts, exactly as §4 spells it. */
  path: string;
  /** §5. `forwarded`: the checkout host looks at nothing and the dashboard route does (§4.2). */
  credential: 'secret-key' | 'secret-key+api-key' | 'service-hash' | 'none' | 'forwarded';
  permission?: Permission;
  /** The document names the operation and shows no path: a gateway that has nothing else answers 404. */
  assumed?: true;
  /** The documented query parameters; absent where the document does not show them. */
  query?: readonly string[];
  /** The documented top-level fields of the body; absent where it does not show them; `none` for "No body". */
  fields?: readonly string[] | 'none';
  answer: (call: Call, state: State) => Reply | Promise<Reply>;
};

/** An error answer (§7). */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const ok = (body: unknown): Reply => ({ status: 200, body });

/** The parts of `path` by the names in `pattern`, or null where it is another path. */
export function match(pattern: string, path: string): Map<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const parts = new Map<string, string>();
  for (const [index, want] of wanted.entries()) {
    const got = given[index] ?? '';
    if (!want.startsWith('{')) {
      if (want !== got) return null;
    } else if (got === '') return null;
    else parts.set(want.slice(1, -1), decodeURIComponent(got));
  }
  return parts;
}

/** A documented field that must be there with a documented type, else 400. */
export function need(condition: boolean, field: string): void {
  if (!condition) throw new Refusal(400, `Bad request: ${field}`);
}

export const textOf = (fields: Fields, name: string): string | null => {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

export const fieldsOf = (fields: Fields, name: string): Fields => {
  const value = fields[name];
  return isFields(value) ? value : {};
};

/** §2, "Conventions": an amount that is a number, not a string. */
export function amountOf(body: Fields, field: string): Decimal {
  const amount = body[field];
  need(amount instanceof Decimal && /^\d+(\.\d+)?$/.test(amount.text), field);
  return amount as Decimal;
}

export const dateOrNull = (value: unknown): boolean =>
  value === undefined || value === null || isTimestamp(value);

/** A page of `rows`: `page` counts from 1. */
export function pageOf<T>(call: Call, rows: readonly T[]) {
  const page = Number(call.query.get('page') ?? 1);
  const limit = Number(call.query.get('limit') ?? 20);
  return {
    rows: rows.slice((page - 1) * limit, page * limit),
    page,
    limit,
    total: rows.length,
    pages: Math.max(1, Math.ceil(rows.length / limit)),
  };
}
