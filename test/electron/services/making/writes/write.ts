/** One write of the interface as a person does it, for the tests of answers that are lost. */
import type { Result } from '#shared/errors/result.ts';
import { must, withBench, type Bench } from '../../operations/harness.ts';

/** What is known before a person does it once more. */
export type Was = { readonly done: boolean; readonly refused: boolean };
/** One thing that is written: each is done once, and once more by a person. */
export type One = {
  /** Answers what the person is told. */
  act(): Promise<string>;
  /** Whether the gateway has it, asked past the client. Left out where no read shows it. */
  isDone?(): Promise<boolean>;
  /** What a person does who was not told that it is done; left out if they press the same once more. */
  again?(was: Was): Promise<string>;
};
export type Make = (number: number) => Promise<One>;
export type Write = {
  /** What is told when no answer came: of one that the gateway did not do, and of one that it did. */
  readonly lost: readonly [string, string];
  /** What is told when the answer came; "done" if left out. */
  readonly done?: string;
  /** What is told of a refusal; "refused" if left out. */
  readonly refused?: string;
  /** What is told the second time: of one that the gateway had not done, and of one that it had. */
  readonly again: readonly [string, string];
  /** Statuses that refuse it. */
  readonly refusals?: readonly number[];
  /** False: the gateway only looks at it, so there is nothing that could be doubled. */
  readonly saves?: false;
  /** The gateway has so many that it can be done with. */
  readonly atOnce?: number;
  readonly open: (use: (bench: Bench, make: Make) => Promise<void>) => Promise<void>;
};

/** Against a gateway of its own. `begin` prepares it for all of them. */
export const on =
  (begin: (bench: Bench) => Make | Promise<Make>): Write['open'] =>
  (use) =>
    withBench(async (bench) => use(bench, await begin(bench)), { transactions: 5, historyDays: 0 });

export const ended = (answer: Result<{ ending: string }>): string =>
  answer.ok ? answer.value.ending : 'refused';
export const kindOf = (answer: Result<{ kind: string }>): string =>
  answer.ok ? answer.value.kind : 'refused';

export async function keyOf(made: Promise<Result<{ kind: string; key?: string }>>): Promise<string> {
  const { kind, key } = must(await made);
  if (key === undefined) throw new Error(kind);
  return key;
}

/** What the gateway answers to a read, asked past the client. */
export async function textAt({ sandbox: { live } }: Bench, path: string): Promise<string> {
  const answer = await fetch(`${live.dashboardUrl}${path}`, { headers: { authorization: live.secretKey } });
  return answer.text();
}
export const lists = async (bench: Bench, path: string, text: string): Promise<boolean> =>
  (await textAt(bench, `${path}?limit=500`)).includes(text);
