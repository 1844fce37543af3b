import { allRecipients, type StoredRecipient } from '../../../database/repositories/recipients.ts';
import { instant, text, type ListReader } from './list.ts';

export const recipientsList: ListReader<'recipients', StoredRecipient> = {
  columns: {
    recipient: text((row) => row.name),
    paidTo: text((row) => row.method),
    bank: text((row) => row.bank || null),
    ending: text((row) => row.ending),
    savedAt: instant((row) => row.atMs),
    savedBy: text((row) => row.by),
  },
  open: ({ journal }) => {
    const rows = allRecipients(journal);
    return { count: rows.length, readAtMs: undefined, totals: [], rows };
  },
};
