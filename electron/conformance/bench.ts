/** The workbench of a check: the gateway, the caller's options, the things made once for all checks, and cleaning up. */
import { randomUUID } from 'node:crypto';
import { textOf } from '#shared/errors/text-of.ts';
import { CannotCheck, cannot, Unmet } from './outcome.ts';
import { emptyFlags, type Flags } from './flags.ts';
import type { KeyName, Options, ThingName } from './options.ts';
import { createRedact, type Redact } from './redact.ts';
import { send, type Answer } from './target.ts';

type AskOptions = {
  host?: 'dashboard' | 'checkout';
  /** The value of `Authorization`: the secret key if not given, no header if null. */
  key?: string | null;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, with its own content type in `headers`. */
  raw?: string | Buffer;
  localAddress?: string;
};

export type Bench = {
  options: Options;
  flags: Flags;
  redact: Redact;
  /** From now on it is taken out of everything shown. */
  hide(secret: string): void;
  ask(method: string, path: string, options?: AskOptions): Promise<Answer>;
  key(name: KeyName): string;
  thing(name: ThingName): string;
  /** A name nobody else uses, for what this run makes. */
  fresh(word: string): string;
  /** Reads or computes something once; a failure is remembered, too. */
  once<T>(name: string, read: () => Promise<T>): Promise<T>;
  /**
   * The same for something that is made: only with --allow-writes. Where making it fails, the first check that asks sees
   * the failure itself; what else needs it cannot be checked.
   */
  make<T>(name: string, make: () => Promise<T>): Promise<T>;
  /** The same by a way that is only assumed: its failure is no fault of what needs it. */
  makeAsAssumed<T>(name: string, make: () => Promise<T>): Promise<T>;
  /** Done at the end, the newest first. */
  later(what: string, undo: () => Promise<unknown>): void;
  /** Answers what could not be undone. */
  cleanUp(): Promise<string[]>;
};

export function createBench(options: Options): Bench {
  const secrets = new Set(Object.values(options.keys));
  const redact = createRedact(secrets);
  const flags = emptyFlags(options.dashboard);
  const run = randomUUID().slice(0, 8);
  const known = new Map<string, Promise<unknown>>();
  const undoing = createUndoing(redact);
  let count = 0;

  const key = (name: KeyName) => options.keys[name] ?? cannot(`needs --${name}`);
  const once = <T>(name: string, read: () => Promise<T>): Promise<T> => {
    const found = known.get(name) ?? read();
    known.set(name, found);
    return found as Promise<T>;
  };

  async function ask(method: string, path: string, asked: AskOptions = {}): Promise<Answer> {
    const { host = 'dashboard', headers = {}, body, raw, localAddress } = asked;
    const authorization = asked.key === undefined ? key('secret-key') : asked.key;
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await send({
      method,
      url: options[host] + path,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(authorization !== null && { authorization }),
        ...headers,
      },
      timeoutMs: options.timeoutMs,
      ...(content !== undefined && { body: content }),
      ...(localAddress !== undefined && { localAddress }),
    });
    flags.longestWaitMs = Math.max(flags.longestWaitMs ?? 0, Math.ceil(answer.tookMs));
    return answer;
  }

  async function build<T>(name: string, isAssumed: boolean, maker: () => Promise<T>): Promise<T> {
    if (!options.allowWrites) throw new CannotCheck(`needs --allow-writes to make ${name}`);
    const isFirst = !known.has(`made ${name}`);
    try {
      return await once(`made ${name}`, maker);
    } catch (error) {
      if (error instanceof Unmet && (isAssumed || !isFirst))
        throw new CannotCheck(`needs ${name}, and making it failed: ${error.message}`);
      throw error;
    }
  }

  return {
    options,
    flags,
    redact,
    hide: (secret) => void secrets.add(secret),
    ask,
    key,
    thing: (name) => options.things[name] ?? cannot(`needs --${name}`),
    fresh: (word) => `conformance-${word}-${run}-${(count += 1)}`,
    once,
    make: (name, maker) => build(name, false, maker),
    makeAsAssumed: (name, maker) => build(name, true, maker),
    ...undoing,
  };
}

/** Undoes what checks made: the newest first. */
function createUndoing(redact: (text: string) => string): Pick<Bench, 'later' | 'cleanUp'> {
  const undoing: { what: string; undo: () => Promise<unknown> }[] = [];
  return {
    later: (what, undo) => void undoing.push({ what, undo }),
    async cleanUp() {
      const left: string[] = [];
      for (const { what, undo } of undoing.splice(0).reverse()) {
        try {
          await undo();
        } catch (error) {
          left.push(redact(`${what}: ${textOf(error)}`));
        }
      }
      return left;
    },
  };
}
