/** What a PC makes of the answers of head office, and of their absence. Whole PCs are in test/faults/simulation/chain. */
import { beforeEach, expect, it } from 'vitest';
import type { HeadOfficeStanding } from '#shared/contract/head-office.ts';
import type { HeadOfficeFailure } from '#shared/domain/head-office.ts';
import { ok } from '#shared/errors/result.ts';
import type { ClaimAnswer, KnownClaim } from '#electron/head-office/claim.ts';
import type { FromServer } from '#electron/head-office/protocol.ts';
import type { ProfileContext } from '#electron/services/context.ts';
import type { Held } from '#electron/services/head-office/claim-taking.ts';
import { createClaims } from '#electron/services/head-office/claims.ts';

const MINUTE = 60_000;
const self = { id: 'pc-1', name: 'Till', branch: 'Maadi', isSelf: true, isHome: true };
const standing = (failure: HeadOfficeFailure | null, claims: readonly object[] = []) =>
  ({ failure, isAsked: true, pcs: [self], claims }) as unknown as HeadOfficeStanding;
const movement = {
  opId: 'op-1',
  kind: 'payout' as const,
  subjectKey: 'live:MID-1:payout:1',
  terminalId: null,
  orderId: null,
  rowIds: [],
  knownSinceMs: 0,
};
const by = { pc: 'pc-2', pcName: 'Office', actor: 'Ali', claimedAtMs: 0, endedAtMs: null, number: 7 };

let nowMs: number;
let timers: { atMs: number; run: () => void }[];
/** Operations that are open in the journal. */
let open: object[];
let answer: FromServer<ClaimAnswer>;
let asked: string[];
let given: string[];
/** Why nothing is taken back. */
let refuses: HeadOfficeFailure | null;
let now: Held;
let claiming: ReturnType<typeof createClaims>;

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
async function wait(ms: number): Promise<void> {
  nowMs += ms;
  const due = timers.filter(({ atMs }) => atMs <= nowMs);
  timers = timers.filter((one) => !due.includes(one));
  for (const { run } of due) run();
  await settled();
}
async function hear(told: HeadOfficeStanding): Promise<void> {
  now.standing = told;
  await claiming.heard(told);
  await settled();
}

beforeEach(() => {
  nowMs = 1_800_000_000_000;
  timers = [];
  open = [];
  asked = [];
  given = [];
  refuses = null;
  answer = { ok: true, value: { kind: 'claimed' } };
  const found: Record<string, unknown> = { 'journal.get': null, 'journal.rowIdsOf': [] };
  const context = {
    actor: () => 'Mona',
    clock: {
      nowMs: () => nowMs,
      after: (delayMs: number, run: () => void) => {
        const timer = { atMs: nowMs + delayMs, run };
        timers.push(timer);
        return () => void (timers = timers.filter((one) => one !== timer));
      },
    },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    db: { call: async (name: string) => (name === 'journal.page' ? open : found[name]) },
  };
  const thread = {
    claim: async ({ opId }: { opId: string }) => {
      asked.push(opId);
      return answer;
    },
    giveBack: async (opId: string) => {
      given.push(opId);
      return refuses === null ? { ok: true, value: true } : { ok: false, failure: refuses };
    },
  };
  now = { thread, membership: {}, standing: null } as unknown as Held;
  claiming = createClaims(context as unknown as ProfileContext, {
    held: () => now,
    withoutIt: () => 'go-on',
    note: () => null,
  });
});

it.each(['withdrawn', 'fork'] as const)(
  'a PC that was told %s moves nothing, whatever is reached later, until a contact goes well',
  async (failure) => {
    await hear(standing(failure));
    await hear(standing('not-reached'));
    answer = { ok: false, failure: 'not-reached' };
    const move = () => claiming.claims.during(movement, async () => ok('moved'));
    expect(await move()).toMatchObject({
      error: { code: 'not-claimed', params: { failure, cause: 'apart' } },
    });
    expect(asked).toEqual([]);
    await hear(standing(null));
    expect(await move()).toEqual(ok('moved'));
  },
);

it('a PC that is apart asks for nothing, again and again, until a contact goes well: then it gives back what it owes', async () => {
  answer = { ok: false, failure: 'not-reached' };
  refuses = 'not-reached';
  expect(await claiming.claims.during(movement, async () => ok('moved'))).toEqual(ok('moved'));
  await settled();
  await hear(standing('fork'));
  const before = given.length;
  for (let tries = 5; tries > 0; tries -= 1) await wait(MINUTE);
  expect(given).toHaveLength(before);
  refuses = null;
  await hear(standing(null));
  expect(given.slice(before)).toEqual([movement.opId]);
});

it('an open operation whose claim is refused asks again after a minute, not with each answer', async () => {
  open = [{ ...movement, createdAtMs: nowMs }];
  answer = { ok: true, value: { kind: 'held', by: by as KnownClaim } };
  // Each answer brings a round, which is told.
  for (let rounds = 5; rounds > 0; rounds -= 1) await hear(standing(null));
  expect(asked).toEqual(['op-1']);
  answer = { ok: true, value: { kind: 'claimed' } };
  await wait(MINUTE);
  expect(asked).toEqual(['op-1', 'op-1']);
});

it('a claim from before this process is given back if it was never begun; one that another makes in its name is not', async () => {
  const claim = (opId: string) => ({ pc: self.id, opId });
  await hear(standing(null, [claim('of-an-earlier-process')]));
  await hear(standing(null, [claim('of-a-copied-disk')]));
  expect(given).toEqual(['of-an-earlier-process']);
});
