/**
 * Makes something at the gateway once. It moves no money, so it is no operation, but it must not be made twice by mistake. The
 * attempt is stored before it is sent, and is sent once. If no answer came, the thing may exist: only a person makes it again, and
 * only after a whole list lacked it.
 */
import { z } from 'zod';
import type { VerbsOf } from '#shared/contract/index.ts';
import type { Attempt, Made } from '#shared/contract/making.ts';
import { creationIdOf, isUnlisted, rightToMake, type Thing } from '#shared/domain/making.ts';
import type { Right } from '#shared/domain/rights.ts';
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { money, toDecimal } from '#shared/money/money.ts';
import { maskContacts } from '#shared/text/contacts.ts';
import type { NewEntry } from '../../audit/entry.ts';
import type { ProfileContext } from '../context.ts';
import type { Creation, MadeThing } from '../../database/repositories/creations.ts';
import type { Looked, Maker, Wish } from './maker.ts';

export { createChanges } from './changing.ts';
export { CLOCKS_MS, sameBill, type Like, type Maker, type Wish } from './maker.ts';

const DOUBLE_MS = 24 * 3_600_000;
const NOTHING = ok({});
const NOT_LOOKED_FOR = err(inputError('not-looked-for', { field: 'attempt' }));
/** What an attempt to make something without a price has in place of one. */
const NO_AMOUNT = money(0n, 'EGP');
const amountOf = ({ amount }: Creation) => (amount.minor === 0n ? null : amount);

type Record = { record: (entry: NewEntry) => Promise<boolean> };
/** A maker whose thing is known only by its attempts. */
type Bound = {
  /** Why what was asked for cannot be sent any more. */
  wrong: (attempt: Creation) => AppError | null;
  again: (attempt: Creation) => Promise<Result<Made>>;
  look: (attempt: Creation) => Promise<Result<Looked, AppError>>;
  possible: (attempt: Creation) => Promise<Attempt['possible']>;
  show: () => Promise<unknown>;
};

/** The attempts as they are stored, and their ends. */
function createAttempts({ db, clock, random, actor }: ProfileContext, { record }: Record) {
  /** Those that wait for their answer. Nobody may look for them, make them again or drop them meanwhile. */
  const onTheWay = new Set<string>();
  return {
    async begin<T>(
      { amount, ...wish }: Wish & Pick<Creation, 'what' | 'request'>,
      send: (attempt: Creation) => Promise<T>,
      creationId = creationIdOf(Buffer.from(random.bytes(12)).toString('hex')),
    ): Promise<T> {
      const ends = { endedAtMs: null, absentAtMs: null };
      const made = { creationId, by: actor(), atMs: clock.nowMs() };
      const attempt = { ...wish, amount: amount ?? NO_AMOUNT, ...made, ...ends };
      await db.call('creations.begin', attempt);
      onTheWay.add(creationId);
      try {
        return await send(attempt);
      } finally {
        onTheWay.delete(creationId);
      }
    },
    /** Answers false if somebody has ended it already. */
    end: (
      creationId: string,
      state: 'done' | 'refused' | 'not-known' | 'made-again' | 'dropped',
      made: MadeThing | null = null,
    ) => db.call('creations.end', { creationId, state, atMs: clock.nowMs(), made }),
    tell: (action: NewEntry['action'], attempt: Creation) => {
      const amount = amountOf(attempt);
      const params = {
        what: attempt.what,
        reference: attempt.creationId,
        ...(amount && { amount: `${amount.currency} ${toDecimal(amount)}` }),
      };
      return record({ action, target: attempt.reference, params, outcome: 'ok' });
    },
    /** Those of which nobody knows what came of them, on the way or not. */
    unended: (what: Thing) => db.call('creations.open', what),
    open: async (whats: readonly Thing[]): Promise<Creation[]> => {
      const all = await Promise.all(whats.map((what) => db.call('creations.open', what)));
      return all.flat().filter(({ creationId }) => !onTheWay.has(creationId));
    },
  };
}
type Attempts = ReturnType<typeof createAttempts>;

/** Makes one kind of thing: the double is asked about, the attempt is stored and sent, and its end is stored and told. */
function createMaker<W>({ db, clock, emit }: ProfileContext, maker: Maker<W>, attempts: Attempts) {
  const { what, schema } = maker;
  const wantedIn = ({ request }: Creation): W => schema.parse(JSON.parse(request));

  async function send(attempt: Creation, wanted: W): Promise<Result<Made>> {
    const answer = await maker.send(wanted, attempt.creationId);
    const isRefused = !answer.ok && answer.error.outcome !== 'unknown';
    const made = answer.ok && maker.keepsAddress ? answer.value : null;
    await attempts.end(attempt.creationId, answer.ok ? 'done' : isRefused ? 'refused' : 'not-known', made);
    await attempts.tell(
      answer.ok ? 'making.done' : isRefused ? 'making.refused' : 'making.not-known',
      attempt,
    );
    if (isRefused) return answer;
    if (!answer.ok) return ok({ kind: 'not-known', error: answer.error });
    await maker.show();
    return ok({ kind: 'done', ...answer.value });
  }

  async function begin(wanted: W, creationId?: string): Promise<Result<Made>> {
    const request = JSON.stringify(z.encode(schema, wanted));
    try {
      return await attempts.begin(
        { ...maker.wish(wanted), what, request },
        (one) => send(one, wanted),
        creationId,
      );
    } finally {
      emit('making.changed', {});
    }
  }

  async function doubleOf(wanted: W): Promise<Made | null> {
    const sinceMs = clock.nowMs() - DOUBLE_MS;
    const wish = maker.wish(wanted);
    const open = (await attempts.unended(what)).find((one) => maker.isSame(wish, one, sinceMs));
    if (open) {
      const { reference: name, by, atMs } = open;
      return { kind: 'double', like: { key: null, name, by, atMs } };
    }
    const like = await maker.like(wanted, sinceMs);
    if (!like) return null;
    const { key, name, atMs, madeBy } = like;
    const by = madeBy === null ? null : await db.call('creations.by', madeBy);
    return { kind: 'double', like: { key, name, by, atMs } };
  }

  const bound: Bound = {
    wrong: (attempt) => maker.wrongIn(wantedIn(attempt)),
    again: (attempt) => begin(wantedIn(attempt)),
    look: (attempt) => maker.look(attempt, wantedIn(attempt)),
    possible: async (attempt) =>
      ((attempt.absentAtMs !== null || isUnlisted(what)) && (await maker.possible?.(attempt))) || null,
    show: () => maker.show(),
  };
  return {
    bound,
    /** `creationId`: our reference, where the caller has to know it before anything is sent. */
    make: async (wanted: W, despiteDouble: boolean, creationId?: string): Promise<Result<Made>> => {
      const wrong = maker.wrongIn(wanted);
      if (wrong) return err(wrong);
      const double = despiteDouble ? null : await doubleOf(wanted);
      return double ? ok(double) : begin(wanted, creationId);
    },
  };
}

type Found = { attempt: Creation; maker: Bound };
type Deciding = {
  attempts: Attempts;
  find: (attemptId: string) => Promise<Found | null>;
};

/** What a person decides about an attempt that got no answer, and the list that is read for it. */
function createDeciding({ db, clock, emit }: ProfileContext, { attempts, find }: Deciding) {
  /** Two windows may ask at once: only the first one ends the attempt. */
  async function endBy(attempt: Creation, as: 'done' | 'dropped'): Promise<boolean> {
    const isEnded = await attempts.end(attempt.creationId, as);
    if (isEnded) await attempts.tell(as === 'done' ? 'making.done' : 'making.dropped', attempt);
    emit('making.changed', {});
    return isEnded;
  }
  return {
    async look({ attemptId }) {
      const found = await find(attemptId);
      if (!found) return NOTHING;
      const looked = await found.maker.look(found.attempt);
      if (!looked.ok) return looked;
      const { isThere, isWhole } = looked.value;
      if (isThere) await endBy(found.attempt, 'done');
      else if (isWhole) await db.call('creations.absent', { creationId: attemptId, atMs: clock.nowMs() });
      emit('making.changed', {});
      await found.maker.show();
      return NOTHING;
    },
    async makeAgain({ attemptId }) {
      const found = await find(attemptId);
      if (!found || found.attempt.absentAtMs === null) return NOT_LOOKED_FOR;
      const wrong = found.maker.wrong(found.attempt);
      if (wrong) return err(wrong);
      return (await attempts.end(attemptId, 'made-again'))
        ? found.maker.again(found.attempt)
        : NOT_LOOKED_FOR;
    },
    async takePossible({ attemptId, key }) {
      const found = await find(attemptId);
      const possible = found && (await found.maker.possible(found.attempt));
      const isTaken = possible?.key === key && found && (await endBy(found.attempt, 'done'));
      return isTaken ? NOTHING : err(inputError('invalid', { where: 'attempt' }));
    },
    async dropAttempt({ attemptId }) {
      const found = await find(attemptId);
      if (found) await endBy(found.attempt, 'dropped');
      return NOTHING;
    },
  } satisfies VerbsOf<'making'>;
}

export function createMakingService(context: ProfileContext, needs: Record) {
  const { seesContacts } = context;
  const attempts = createAttempts(context, needs);
  const makers = new Map<Thing, Bound>();
  const find = async (attemptId: string): Promise<Found | null> => {
    for (const [what, maker] of makers) {
      const attempt = (await attempts.open([what])).find(({ creationId }) => creationId === attemptId);
      if (attempt) return { attempt, maker };
    }
    return null;
  };
  const shown = (text: string) => (seesContacts() ? text : maskContacts(text));
  const shownAttempt = async (attempt: Creation): Promise<Attempt> => ({
    attemptId: attempt.creationId,
    what: attempt.what,
    name: shown(attempt.reference),
    amount: amountOf(attempt),
    by: attempt.by,
    atMs: attempt.atMs,
    absentAtMs: attempt.absentAtMs,
    possible: (await makers.get(attempt.what)?.possible(attempt)) ?? null,
  });
  return {
    /** How things of one kind are made. Each is told once, when the profile is opened. */
    of: <W>(maker: Maker<W>) => {
      const { bound, make } = createMaker(context, maker, attempts);
      makers.set(maker.what, bound);
      return make;
    },
    /** The right that an open attempt asks for; null if there is none of this id. */
    rightFor: async (attemptId: string): Promise<Right | null> => {
      const found = await find(attemptId);
      return found && rightToMake(found.attempt.what);
    },
    attempts: async ({ whats }) =>
      ok({ attempts: await Promise.all((await attempts.open(whats)).map(shownAttempt)) }),
    ...createDeciding(context, { attempts, find }),
  } satisfies VerbsOf<'making'> & { of: unknown; rightFor: unknown };
}
export type Making = ReturnType<typeof createMakingService>;
