import type { SavedCard } from '#shared/contract/saved-cards.ts';
import { maskContacts } from '#shared/text/contacts.ts';
import { listRead } from '../../../database/repositories/list-reads.ts';
import { countSavedCards, eachSavedCard } from '../../../database/repositories/saved-cards.ts';
import { gatewayTime, text, type ListReader } from './list.ts';

function* masked(rows: Iterable<SavedCard>, seesContacts: boolean): Generator<SavedCard> {
  const told = (value: string | null) => value && (seesContacts ? value : maskContacts(value));
  for (const row of rows) yield { ...row, holder: told(row.holder), customer: told(row.customer) };
}

export const savedCardsList: ListReader<'savedCards', SavedCard> = {
  columns: {
    brand: text((row) => row.brand),
    lastFour: text((row) => row.lastFour),
    expiry: text((row) => row.expiry),
    holder: text((row) => row.holder),
    customer: text((row) => row.customer),
    createdAt: gatewayTime((row) => row.createdAt),
    isGone: text((row) => (row.isGone ? 'gone' : null)),
  },
  open: ({ cache }, { text: wanted }, _nowMs, seesContacts) => {
    const search = { text: wanted, seesContacts };
    return {
      count: countSavedCards(cache, search),
      readAtMs: listRead(cache, 'saved cards').readAtMs,
      totals: [],
      rows: masked(eachSavedCard(cache, search), seesContacts),
    };
  },
};
