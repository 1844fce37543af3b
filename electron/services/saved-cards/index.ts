/** The use cases of saved cards: the list, one card with its charges, and deleting one. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { OutputOf, VerbsOf } from '#shared/contract/index.ts';
import type { SavedCard, SavedCardDetail } from '#shared/contract/saved-cards.ts';
import { retypedOf } from '#shared/domain/saved-card.ts';
import { inputError, type AppError, type GatewayError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { maskContacts } from '#shared/text/contacts.ts';
import { toAsciiDigits } from '#shared/text/digits.ts';
import type { NewEntry } from '../../audit/entry.ts';
import type { ProfileContext } from '../context.ts';
import type { StoredCard } from '../../database/repositories/saved-cards.ts';
import type { GatewayToken, Said } from '../../gateway/gateway.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { toOperation } from '../operations/index.ts';
import { readAllPages } from '../read-all-pages.ts';

const cursorSchema = z.object({ atMs: z.number(), key: z.string() });

/** A key that stands for a card in places that must not contain its token. */
const cardKeyOf = (token: string): string => createHash('sha256').update(token).digest('hex').slice(0, 24);

/** `08` and `29` or `2029` as `2029-08`. */
function expiryOf({ expiryMonth, expiryYear }: GatewayToken): string | null {
  const month = Number(expiryMonth ?? '');
  const isDate = /^\d{1,2}$/.test(expiryMonth ?? '') && /^(\d{2}|\d{4})$/.test(expiryYear ?? '');
  if (!isDate || month < 1 || month > 12) return null;
  return `${(expiryYear ?? '').padStart(4, '20')}-${String(month).padStart(2, '0')}`;
}

const storedOf = (token: GatewayToken): StoredCard => ({
  token: token.token,
  value: {
    key: cardKeyOf(token.token),
    brand: token.cardBrand,
    // The first digits of the mask are the bank's number. They are not needed, so they are not kept.
    lastFour: /(\d{4})$/.exec(token.maskedCard ?? '')?.[1] ?? null,
    expiry: expiryOf(token),
    holder: token.cardHolderName,
    customer: token.customerReference,
    createdAt: token.createdAt,
  },
});

const isMissing = (error: GatewayError): boolean => error.code === 'not-found' && error.httpStatus === 404;

/** As the person who asks may see it: without the right to them, phones and emails are masked. */
const shown = (card: SavedCard, seesContacts: boolean): SavedCard =>
  seesContacts
    ? card
    : {
        ...card,
        holder: card.holder && maskContacts(card.holder),
        customer: card.customer && maskContacts(card.customer),
      };

function createReading({ db, gateway, clock, emit, seesContacts }: ProfileContext) {
  async function detailOf(key: string): Promise<SavedCardDetail | null> {
    const found = await db.call('savedCards.get', key);
    if (!found) return null;
    const charges = await db.call('journal.ofRow', key);
    return {
      ...found,
      card: shown(found.card, seesContacts()),
      charges: charges.toReversed().map(toOperation),
    };
  }

  async function readAgain(): Promise<Result<Record<string, never>, GatewayError>> {
    const atMs = clock.nowMs();
    const run = await db.call('savedCards.nextRun', null);
    const read = await readAllPages(
      (page, limit) => gateway.tokens.list({ page, limit }),
      async ({ rows }) => void (await db.call('savedCards.store', { rows: rows.map(storedOf), run, atMs })),
    );
    if (read.ok) await db.call('savedCards.listed', { run, atMs, unreadable: read.value.unreadable });
    else await db.call('lists.failed', { name: 'saved cards', error: read.error, atMs });
    emit('savedCards.changed', {});
    return read.ok ? ok({}) : read;
  }
  let current: ReturnType<typeof readAgain> | null = null;

  /** Asks the gateway for one card: whether it is there. */
  async function isThere(key: string, token: string): Promise<Result<boolean, AppError>> {
    const answer = await gateway.tokens.get(token);
    const atMs = clock.nowMs();
    if (!answer.ok && !isMissing(answer.error)) return answer;
    if (!answer.ok) await db.call('savedCards.gone', { key, atMs });
    // An answer about another card must not be stored as this one.
    else if (answer.value.token !== token) return err(inputError('invalid', { where: 'token' }));
    else await db.call('savedCards.store', { rows: [storedOf(answer.value)], run: null, atMs });
    emit('savedCards.changed', {});
    return ok(answer.ok);
  }

  /** Only one reading of the list runs at a time. Whoever asks meanwhile gets its answer. */
  return { detailOf, isThere, refresh: () => (current ??= readAgain().finally(() => (current = null))) };
}

type Needs = { record: (entry: NewEntry) => Promise<boolean> };
type Deleted = OutputOf<'savedCards.delete'>;

const unknownKey = err(inputError('invalid', { where: 'key' }));

/** Deletes a card. The request is sent once, to the dashboard; the checkout host is asked where that clearly refused. */
function createDeleting(
  { db, gateway, clock, merchantId }: ProfileContext,
  { detailOf, isThere }: ReturnType<typeof createReading>,
  { record }: Needs,
) {
  async function send(token: string, customer: string | null): Promise<Result<Said, GatewayError>> {
    const answer = await gateway.tokens.delete(token);
    const isRefused = !answer.ok && [403, 405].includes(answer.error.httpStatus ?? 0);
    if (!isRefused || answer.error.outcome === 'unknown' || customer === null) return answer;
    const onCheckout = await gateway.tokens.checkoutDelete(token, {
      merchantId,
      customerReference: customer,
    });
    const hasNoKey = !onCheckout.ok && onCheckout.error.params['local'] === 'payment-key-missing';
    return hasNoKey ? answer : onCheckout;
  }

  const tell = (action: NewEntry['action'], { key, lastFour }: SavedCard) =>
    record({ action, target: lastFour === null ? key : `•••• ${lastFour}`, params: { key }, outcome: 'ok' });

  async function end(ending: Deleted['ending'], card: SavedCard): Promise<Result<Deleted, AppError>> {
    await tell(ending === 'not-known' ? 'saved-card.delete-not-known' : 'saved-card.deleted', card);
    const detail = await detailOf(card.key);
    return detail ? ok({ ending, detail }) : unknownKey;
  }

  return {
    /** The card is deleted if the gateway said so, or if a read afterwards does not find it any more. */
    async delete({ key, typed }: { key: string; typed: string }): Promise<Result<Deleted, AppError>> {
      const found = await db.call('savedCards.get', key);
      const token = await db.call('savedCards.token', key);
      if (!found || token === null) return unknownKey;
      const { card } = found;
      if (toAsciiDigits(typed).trim() !== (retypedOf(card) ?? ''))
        return err(inputError('last-four-differ', { field: 'typed' }));
      const answer = await send(token, card.customer);
      const there = await isThere(key, token);
      if (there.ok && !there.value) {
        const isRefused = !answer.ok && answer.error.outcome !== 'unknown';
        return end(isRefused ? 'gone-before' : 'done', card);
      }
      if (answer.ok && !there.ok) {
        // Nothing contradicts what the gateway said.
        await db.call('savedCards.gone', { key, atMs: clock.nowMs() });
        return end('done', card);
      }
      if (!answer.ok && answer.error.outcome !== 'unknown') {
        await tell('saved-card.delete-refused', card);
        return answer;
      }
      return end('not-known', card);
    },
  };
}

export function createSavedCardService(context: ProfileContext, needs: Needs) {
  const { db, seesContacts } = context;
  const reading = createReading(context);
  return {
    async page({ text, cursor, limit }) {
      const after = readCursor(cursorSchema, cursor);
      if (!after.ok) return after;
      const { rows, next } = await db.call('savedCards.page', {
        text,
        seesContacts: seesContacts(),
        after: after.value,
        limit,
      });
      return ok({ rows: rows.map((card) => shown(card, seesContacts())), next: next && writeCursor(next) });
    },
    summary: async ({ text }) =>
      ok(await db.call('savedCards.summary', { text, seesContacts: seesContacts() })),
    detail: async ({ key }) => ok({ detail: await reading.detailOf(key) }),
    refresh: () => reading.refresh(),
    async read({ key }) {
      const token = await db.call('savedCards.token', key);
      if (token === null) return unknownKey;
      const there = await reading.isThere(key, token);
      if (!there.ok) return there;
      const detail = await reading.detailOf(key);
      return detail ? ok({ detail }) : unknownKey;
    },
    ...createDeleting(context, reading, needs),
  } satisfies VerbsOf<'savedCards'>;
}
