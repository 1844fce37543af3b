/** The command line and the environment, parsed; and what is refused before anything is sent. */
import { parseArgs } from 'node:util';
import type { Mode } from './outcome.ts';

/** Options that hold a key: from the command line, or from CLOSEOUT_…, where other users of the computer cannot see them. */
const KEYS = {
  'secret-key': 'CLOSEOUT_SECRET_KEY',
  'api-key': 'CLOSEOUT_API_KEY',
  'payment-key': 'CLOSEOUT_PAYMENT_KEY',
  'transfer-key': 'CLOSEOUT_TRANSFER_KEY',
  'limited-secret-key': 'CLOSEOUT_LIMITED_SECRET_KEY',
  'other-secret-key': 'CLOSEOUT_OTHER_SECRET_KEY',
  'other-api-key': 'CLOSEOUT_OTHER_API_KEY',
} as const;

/** Things of the merchant that some checks need and cannot make. */
const THINGS = {
  merchant: 'merchant id',
  terminal: 'a terminal, best with an outstanding sale',
  'foreign-terminal': 'a terminal of another merchant',
  'ack-terminal': 'a terminal whose outstanding transactions may be acknowledged',
  order: 'an outstanding sale that may be reversed; else the smallest of --terminal (never so in live)',
  'partial-order': 'another outstanding sale, to learn whether a part of it can be reversed',
  'bnpl-order': 'an unsettled order paid with buy now, pay later that may be reversed',
  'paid-order': 'a paid online order that may be refunded',
  'void-order': 'a paid or authorized online order, not settled, that may be voided',
  'authorized-order': 'an authorized online order that may be captured',
  session: 'a session to read',
  token: 'a saved card token to pay with (its customer: --customer)',
  customer: 'the reference of a customer with a saved card',
  page: 'a published payment page PP-…',
  'unpublished-page': 'an unpublished or deleted payment page PP-…',
  correlation: 'the correlation id of an upload that may be saved',
  'batch-item': 'a batch item that may be changed',
  'spare-batch-item': 'a batch item that may be deleted',
  transaction: 'a transaction with delivery records',
  transfer: 'a transfer with delivery records',
  record: 'a delivery record that may be sent again',
  'listener-url': 'public https address that leads to --listener-port of this computer',
  'listener-port': 'port to open for deliveries',
  'own-address': 'the address of this computer as the gateway sees it; a wrong one locks it out',
  'second-address': 'another local address of this computer to call from',
} as const;

const SWITCHES = ['allow-writes', 'i-know-this-is-live', 'load', 'help'] as const;

export type KeyName = keyof typeof KEYS;
export type ThingName = keyof typeof THINGS;

export type Options = {
  dashboard: string;
  checkout: string;
  mode: Mode;
  allowWrites: boolean;
  /** The further consent for the 1000 requests of §8. */
  load: boolean;
  isLoopback: boolean;
  keys: Partial<Record<KeyName, string>>;
  things: Partial<Record<ThingName, string>>;
  /** A section (`§4.13`, with its sub-sections), or part of a fact. */
  only: string | null;
  jsonFile: string | null;
  flagsFile: string | null;
  timeoutMs: number;
};

/** What a person typed is wrong: said, with the usage, and nothing is sent. */
export class UsageError extends Error {}

export const usage = (): string =>
  [
    'npm run conformance -- --dashboard URL --checkout URL [--mode test|live] [--only §4.13]',
    '  [--allow-writes] [--i-know-this-is-live] [--load] [--json FILE] [--flags FILE] [--timeout MS]',
    'Keys (better in the environment than on the command line):',
    ...Object.entries(KEYS).map(([name, variable]) => `  --${name.padEnd(20)} ${variable}`),
    'What some checks need:',
    ...Object.entries(THINGS).map(([name, meaning]) => `  --${name.padEnd(20)} ${meaning}`),
  ].join('\n');

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function readHost(name: string, typed: string | undefined): URL {
  if (typed === undefined) throw new UsageError(`--${name} is missing.`);
  if (!URL.canParse(typed)) throw new UsageError(`--${name} is not an address.`);
  const url = new URL(typed);
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!isAllowed) throw new UsageError(`--${name} must be https, or http on this computer.`);
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')
    throw new UsageError(`--${name} is a host only: no path, query or credentials.`);
  return url;
}

function readMode(typed: string | undefined, mustBeSaid: boolean): Mode {
  if (typed === undefined && mustBeSaid)
    throw new UsageError('--allow-writes on a host that is not this computer needs --mode test or live.');
  if (typed === undefined || typed === 'test') return 'test';
  if (typed === 'live') return 'live';
  throw new UsageError('--mode takes test or live.');
}

function readNumber(name: string, typed: string | undefined, fallback: number, max: number): number {
  if (typed === undefined) return fallback;
  const value = /^\d{1,9}$/.test(typed) ? Number(typed) : 0;
  if (value < 1 || value > max) throw new UsageError(`--${name} takes a whole number from 1 to ${max}.`);
  return value;
}

type Typed = { texts: Partial<Record<string, string>>; switches: Set<string> };

function parse(args: string[]): Typed {
  const texts = ['dashboard', 'checkout', 'mode', 'only', 'json', 'flags', 'timeout'];
  const named = [...texts, ...Object.keys(KEYS), ...Object.keys(THINGS)];
  const config = {
    ...Object.fromEntries(named.map((name) => [name, { type: 'string' as const }])),
    ...Object.fromEntries(SWITCHES.map((name) => [name, { type: 'boolean' as const }])),
  };
  try {
    const entries = Object.entries(parseArgs({ args, options: config }).values);
    return {
      texts: Object.fromEntries(
        entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      ),
      switches: new Set(entries.filter(([, value]) => value === true).map(([name]) => name)),
    };
  } catch (error) {
    // Only what names an option is repeated: a stray argument may be a key.
    const message = error instanceof Error ? error.message : '';
    const named = /^Unknown option '--[a-z-]+'|^Option '.+' argument missing/.exec(message);
    throw new UsageError(named?.[0] ?? 'The options cannot be understood.');
  }
}

/** Null when only the usage is asked for. Throws {@link UsageError}. */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): Options | null {
  const { texts, switches } = parse(args);
  if (switches.has('help')) return null;
  const dashboard = readHost('dashboard', texts['dashboard']);
  const checkout = readHost('checkout', texts['checkout']);
  const isLoopback = [dashboard, checkout].every((url) => LOOPBACK.test(url.hostname));
  const allowWrites = switches.has('allow-writes');
  const mode = readMode(texts['mode'], allowWrites && !isLoopback);
  if (allowWrites && mode === 'live' && !isLoopback && !switches.has('i-know-this-is-live'))
    throw new UsageError('--allow-writes in live moves real money: it needs --i-know-this-is-live as well.');
  if (switches.has('load') && !allowWrites) throw new UsageError('--load needs --allow-writes.');
  const given = (name: string, value: string | undefined) =>
    value === undefined || value === '' ? [] : [[name, value] as const];
  return {
    dashboard: dashboard.origin,
    checkout: checkout.origin,
    mode,
    allowWrites,
    load: switches.has('load'),
    isLoopback,
    keys: Object.fromEntries(
      Object.entries(KEYS).flatMap(([name, variable]) => given(name, texts[name] ?? env[variable])),
    ),
    things: Object.fromEntries(Object.keys(THINGS).flatMap((name) => given(name, texts[name]))),
    only: texts['only'] ?? null,
    jsonFile: texts['json'] ?? null,
    flagsFile: texts['flags'] ?? null,
    timeoutMs: readNumber('timeout', texts['timeout'], 150_000, 600_000),
  };
}
