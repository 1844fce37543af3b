/** One connection to the server. The only file that knows the driver. */
import { createRequire } from 'node:module';

/** Where the server is. `ca`: the certificate, in PEM, that its own must be signed by; null: one that the system trusts. */
export type Address = {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly ca: string | null;
};
export type Login = Address & { readonly user: string; readonly password: string };

export type Connection = {
  rows<Row extends object = Record<string, unknown>>(
    sql: string,
    values?: readonly unknown[],
  ): Promise<readonly Row[]>;
  /** Commits what `work` did, or nothing of it. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** The part of the driver that is used here. */
type Client = {
  connect(): Promise<unknown>;
  query(sql: string, values?: unknown[]): Promise<{ rows: object[] }>;
  end(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
};
type Driver = {
  readonly Client: new (config: Record<string, unknown>) => Client;
  readonly types: { setTypeParser(oid: number, parse: (text: string) => unknown): void };
};

const CONNECT_MS = 10_000;
/** No statement of ours takes as long on a server that works. */
const STATEMENT_MS = 60_000;
const INT8 = 20;

let driver: Driver | null = null;
/** Loaded when it is first needed: a shop without a head office never loads it. */
function load(): Driver {
  if (driver) return driver;
  driver = createRequire(import.meta.url)('pg') as Driver;
  driver.types.setTypeParser(INT8, (text) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is larger than any number we write`);
    return value;
  });
  return driver;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** Rejects with the driver's error: `failureOf` has its meaning. TLS with a verified certificate always, plain only on loopback. */
export async function connect({ host, port, database, ca, user, password }: Login): Promise<Connection> {
  const { Client } = load();
  const plain = isLoopback(host) && ca === null;
  const client = new Client({
    host,
    port,
    database,
    user,
    password,
    ssl: plain ? false : { rejectUnauthorized: true, ...(ca === null ? {} : { ca }) },
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + CONNECT_MS,
    application_name: 'closeout',
  });
  // A connection that breaks while nothing is asked: the next statement rejects.
  client.on('error', () => {});
  await client.connect();
  const query = (sql: string, values: readonly unknown[]) =>
    values.length > 0 ? client.query(sql, [...values]) : client.query(sql);
  // Several may ask at once; the driver takes one statement after the other.
  let last: Promise<unknown> = Promise.resolve();
  const rows: Connection['rows'] = async <Row extends object>(
    sql: string,
    values: readonly unknown[] = [],
  ) => {
    const mine = last.then(() => query(sql, values));
    last = mine.catch(() => null);
    return (await mine).rows as Row[];
  };
  return {
    rows,
    async transaction(work) {
      await rows('BEGIN');
      try {
        const done = await work();
        await rows('COMMIT');
        return done;
      } catch (error) {
        // If the connection itself is gone, the server takes the transaction back; the first error is the news.
        await rows('ROLLBACK').catch(() => null);
        throw error;
      }
    },
    close: () => client.end(),
  };
}
