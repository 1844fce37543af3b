/** The use cases of the catalogue: making, changing and deleting products and categories. Each request is sent once. */
import type { VerbsOf } from '#shared/contract/index.ts';
import {
  catalogueEntrySchema,
  type CatalogueEntry,
  type CatalogueThing,
} from '#shared/contract/catalogue.ts';
import { listOfMade } from '#shared/domain/making.ts';
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import { searchText } from '#shared/text/digits.ts';
import type { NewEntry } from '../../audit/entry.ts';
import { cardIn } from '../card-in.ts';
import type { ProfileContext } from '../context.ts';
import type { createKeptService } from '../kept/index.ts';
import { CLOCKS_MS, createChanges, type Maker, type Making } from '../making/index.ts';
import { readWhole, sendChange, sendDelete, sendNew } from './things.ts';

type Needs = {
  record: (entry: NewEntry) => Promise<boolean>;
  kept: ReturnType<typeof createKeptService>;
  making: Making;
};
type Show = (what: CatalogueThing) => Promise<unknown>;

/** The first field that cannot be sent, and why. */
function wrongIn(entry: CatalogueEntry): AppError | null {
  const inName = cardIn({ name: entry.name });
  if (inName) return inName;
  if (entry.what === 'category') return null;
  if (entry.price.minor <= 0n) return inputError('amount-not-understood', { field: 'price' });
  return cardIn({ description: entry.description });
}

/** The gateway has no field for a reference of ours: a product or a category is known by its name. */
const makerOf = (
  { db, gateway }: ProfileContext,
  what: CatalogueThing,
  show: Show,
): Maker<CatalogueEntry> => ({
  what,
  schema: catalogueEntrySchema,
  wish: (entry) => ({
    reference: entry.name,
    customer: null,
    amount: entry.what === 'product' ? entry.price : null,
  }),
  wrongIn,
  send: async (entry) => {
    const answer = await sendNew(gateway, entry);
    return answer.ok ? ok({ key: answer.value, address: null }) : answer;
  },
  isSame: ({ reference }, attempt) => searchText(attempt.reference) === searchText(reference),
  like: async ({ name }) => {
    const key = await db.call('kept.named', { name: listOfMade(what), title: name });
    return key === null ? null : { key, name, atMs: null, madeBy: null };
  },
  /** One of its name that was made since then, or of which nobody says when, is taken for it: better found once too often. */
  look: async (attempt) => {
    const list = await readWhole(gateway, what);
    if (!list.ok) return list;
    const isThere = list.value.rows.some(({ name, createdAt }) => {
      const isSince = createdAt?.kind !== 'instant' || createdAt.atMs >= attempt.atMs - CLOCKS_MS;
      return isSince && searchText(name ?? '') === searchText(attempt.reference);
    });
    return ok({ isThere, isWhole: list.value.isWhole });
  },
  show: () => show(what),
});

export function createCatalogueService(context: ProfileContext, { record, kept, making }: Needs) {
  const { db, gateway } = context;
  const show: Show = (what) => kept.refresh({ name: listOfMade(what), whole: true });
  const make = {
    product: making.of(makerOf(context, 'product', show)),
    category: making.of(makerOf(context, 'category', show)),
  };
  const changes = createChanges({ record });
  return {
    make: ({ entry, despiteDouble }) => make[entry.what](entry, despiteDouble),
    async change({ key, entry }) {
      const wrong = wrongIn(entry);
      if (wrong) return err(wrong);
      const { what, name } = entry;
      return changes.change(
        { what, key, name },
        () => sendChange(gateway, key, entry),
        () => show(what),
      );
    },
    async delete({ what, key, typed }: { what: CatalogueThing; key: string; typed: string }) {
      const name = await db.call('kept.title', { name: listOfMade(what), key });
      if (name === null) return err(inputError('invalid', { where: 'key' }));
      if (typed.trim() !== name.trim()) return err(inputError('name-differs', { field: 'typed' }));
      const isListed = async () => {
        const list = await readWhole(gateway, what);
        if (!list.ok) return null;
        return list.value.rows.some((row) => row.key === key) || (list.value.isWhole ? false : null);
      };
      return changes.remove({ what, key, name }, () => sendDelete(gateway, what, key), {
        isListed,
        show: () => show(what),
      });
    },
  } satisfies VerbsOf<'catalogue'>;
}
