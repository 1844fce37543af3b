/**
 * Making a product or a category. It moves no money, but must not be made twice: the attempt is stored before it is sent, once. One
 * that got no answer may exist; it is made again only by a person, after a whole list lacked it.
 */
import { z } from 'zod';
import {
  catalogueEntrySchema,
  type CatalogueAttempt,
  type CatalogueEntry,
  type CatalogueThing,
  type MadeEntry,
} from '#shared/contract/catalogue.ts';
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { money } from '#shared/money/money.ts';
import { searchText } from '#shared/text/digits.ts';
import type { NewEntry } from '../../audit/entry.ts';
import type { ProfileContext } from '../../core/context.ts';
import type { Creation } from '../../database/repositories/creations.ts';
import { withoutCards } from '../../gateway/cards.ts';
import { createCreations } from '../creations/index.ts';
import { listOf, readWhole, sendNew } from './things.ts';

export type Needs = {
  record: (entry: NewEntry) => Promise<boolean>;
  /** Reads the list again that shows it. */
  show: (what: CatalogueThing) => Promise<unknown>;
};
/** How far the gateway's clock may be behind ours. */
const CLOCKS_MS = 15 * 60_000;
const NOTHING = ok({});

/** The first field that cannot be sent, and why. */
export function wrongIn(entry: CatalogueEntry): AppError | null {
  if (withoutCards(entry.name) !== entry.name) return inputError('card-number', { field: 'name' });
  if (entry.what === 'category') return null;
  if (entry.price.minor <= 0n) return inputError('amount-not-understood', { field: 'price' });
  const { description } = entry;
  return withoutCards(description) === description
    ? null
    : inputError('card-number', { field: 'description' });
}

const entryOf = ({ request }: Creation): CatalogueEntry => catalogueEntrySchema.parse(JSON.parse(request));
const attemptOf = (creation: Creation): CatalogueAttempt => ({
  attemptId: creation.creationId,
  what: entryOf(creation).what,
  name: creation.reference,
  by: creation.by,
  atMs: creation.atMs,
  absentAtMs: creation.absentAtMs,
});

/** Sends one attempt and stores its result. */
function createSending(context: ProfileContext, { record, show }: Needs, onTheWay: Set<string>) {
  const { gateway, emit } = context;
  const creations = createCreations(context, onTheWay);
  const { end } = creations;
  const tell = (action: NewEntry['action'], { creationId, reference, what }: Creation) =>
    record({ action, target: reference, params: { what, reference: creationId }, outcome: 'ok' });

  async function send(creation: Creation, entry: CatalogueEntry): Promise<Result<MadeEntry, AppError>> {
    const { creationId } = creation;
    const answer = await sendNew(gateway, entry);
    if (answer.ok) {
      await end(creationId, 'done');
      await tell('catalogue.made', creation);
      await show(entry.what);
      return ok({ kind: 'done', key: answer.value });
    }
    const isKnown = answer.error.outcome !== 'unknown';
    await end(creationId, isKnown ? 'refused' : 'not-known');
    await tell(isKnown ? 'catalogue.make-refused' : 'catalogue.make-not-known', creation);
    return isKnown ? answer : ok({ kind: 'not-known' });
  }

  async function begin(entry: CatalogueEntry): Promise<Result<MadeEntry, AppError>> {
    const wish = {
      what: entry.what,
      reference: entry.name,
      customer: null,
      amount: entry.what === 'product' ? entry.price : money(0n, 'EGP'),
      request: JSON.stringify(z.encode(catalogueEntrySchema, entry)),
    };
    try {
      return await creations.begin(wish, (creation) => send(creation, entry));
    } finally {
      emit('catalogue.attemptsChanged', {});
    }
  }

  return { begin, end, tell };
}

export function createMaking(context: ProfileContext, needs: Needs) {
  const { db, gateway, clock, emit } = context;
  const onTheWay = new Set<string>();
  const { begin, end, tell } = createSending(context, needs, onTheWay);
  const openOf = async (what: CatalogueThing): Promise<Creation[]> =>
    (await db.call('creations.open', what)).filter(({ creationId }) => !onTheWay.has(creationId));
  const openAttempts = async () => [...(await openOf('product')), ...(await openOf('category'))];
  const openAttempt = async (attemptId: string) =>
    (await openAttempts()).find(({ creationId }) => creationId === attemptId) ?? null;
  async function doubleOf({ what, name }: CatalogueEntry): Promise<MadeEntry | null> {
    const attempt = (await openOf(what)).some(({ reference }) => searchText(reference) === searchText(name));
    if (attempt) return { kind: 'double', key: null };
    const key = await db.call('kept.named', { name: listOf[what], title: name });
    return key === null ? null : { kind: 'double', key };
  }

  /** One of its name that was made since then, or of which nobody says when, is taken for it: better found once too often. */
  async function look({
    attemptId,
  }: {
    attemptId: string;
  }): Promise<Result<Record<string, never>, AppError>> {
    const attempt = await openAttempt(attemptId);
    if (attempt === null) return NOTHING;
    const { what } = entryOf(attempt);
    const list = await readWhole(gateway, what);
    if (!list.ok) return list;
    const found = list.value.rows.some(({ name, createdAt }) => {
      const isSince = createdAt?.kind !== 'instant' || createdAt.atMs >= attempt.atMs - CLOCKS_MS;
      return isSince && searchText(name ?? '') === searchText(attempt.reference);
    });
    if (found && (await end(attemptId, 'done'))) await tell('catalogue.made', attempt);
    if (!found && list.value.isWhole)
      await db.call('creations.absent', { creationId: attemptId, atMs: clock.nowMs() });
    emit('catalogue.attemptsChanged', {});
    await needs.show(what);
    return NOTHING;
  }

  return {
    attempts: async () => ok({ attempts: (await openAttempts()).map(attemptOf) }),
    look,
    async make({ entry, despiteDouble }: { entry: CatalogueEntry; despiteDouble: boolean }) {
      const wrong = wrongIn(entry);
      if (wrong) return err(wrong);
      const double = despiteDouble ? null : await doubleOf(entry);
      return double ? ok(double) : begin(entry);
    },
    async makeAgain({ attemptId }: { attemptId: string }): Promise<Result<MadeEntry, AppError>> {
      const before = await openAttempt(attemptId);
      const notLookedFor = err(inputError('not-looked-for', { field: 'attempt' }));
      if (before === null || before.absentAtMs === null) return notLookedFor;
      // Two windows may ask at once. Only the first one ends the attempt.
      return (await end(attemptId, 'made-again')) ? begin(entryOf(before)) : notLookedFor;
    },
    async dropAttempt({ attemptId }: { attemptId: string }): Promise<Result<Record<string, never>>> {
      const before = await openAttempt(attemptId);
      if (before && (await end(attemptId, 'dropped'))) await tell('catalogue.attempt-dropped', before);
      emit('catalogue.attemptsChanged', {});
      return NOTHING;
    },
  };
}
