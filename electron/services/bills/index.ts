/** The use cases of bills: links and invoices are made, rows of bulk bills are corrected or dropped, and discounts are tried. */
import { invoiceSchema } from '#shared/contract/bills.ts';
import type { VerbsOf } from '#shared/contract/index.ts';
import { inputError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import type { NewEntry } from '../../audit/entry.ts';
import type { ProfileContext } from '../context.ts';
import type { createKeptService } from '../kept/index.ts';
import { createChanges, type Making } from '../making/index.ts';
import { readAllPages } from '../read-all-pages.ts';
import { invoiceMaker, linkMaker } from './makers.ts';

type Needs = {
  record: (entry: NewEntry) => Promise<boolean>;
  kept: ReturnType<typeof createKeptService>;
  making: Making;
};

/** One row of a bulk bill, before the bill is shared. */
function createBulk({ db, gateway }: ProfileContext, { record, kept }: Omit<Needs, 'making'>) {
  const changes = createChanges({ record });
  const show = () => kept.refresh({ name: 'bulk', whole: true });
  const targetOf = async (key: string) => {
    const name = await db.call('kept.title', { name: 'bulk', key });
    return name === null ? null : { what: 'bulk', key, name };
  };
  const unknown = err(inputError('invalid', { where: 'key' }));
  async function isListed(key: string): Promise<boolean | null> {
    let found = false;
    const read = await readAllPages(
      (page, limit) => gateway.batchItems.list({ page, limit }),
      async ({ rows }) => {
        found ||= rows.some(({ batchItemId }) => batchItemId === key);
      },
    );
    return read.ok ? found || (read.value.unreadable === 0 ? false : null) : null;
  }
  return {
    async correct({ key, amount, dueAtMs }) {
      if (amount !== null && amount.minor <= 0n)
        return err(inputError('amount-not-understood', { field: 'amount' }));
      const target = await targetOf(key);
      if (target === null) return unknown;
      const change = { total: amount ?? undefined, dueAtMs: dueAtMs ?? undefined };
      return changes.change(target, () => gateway.batchItems.update(key, change), show);
    },
    async drop({ key }) {
      const target = await targetOf(key);
      if (target === null) return unknown;
      const send = () => gateway.batchItems.delete(key);
      return changes.remove(target, send, { isListed: () => isListed(key), show });
    },
  } satisfies VerbsOf<'bills'>;
}

export function createBillService(context: ProfileContext, needs: Needs) {
  const { db, gateway } = context;
  const { kept, making } = needs;
  const makeLink = making.of(linkMaker(context, () => kept.refresh({ name: 'links', whole: false })));
  const makeInvoice = making.of(
    invoiceMaker(context, () => kept.refresh({ name: 'invoices', whole: false })),
  );
  return {
    makeLink: ({ link, despiteDouble }) => makeLink(link, despiteDouble),
    /** With a reference that the caller has kept. */
    makeLinkAs: makeLink,
    makeInvoice: ({ invoice, despiteDouble }) => makeInvoice(invoice, despiteDouble),
    async made({ what, key }) {
      const found = await db.call('creations.made', { what, key });
      const invoice = found && what === 'invoice' ? invoiceSchema.parse(JSON.parse(found.request)) : null;
      const lines = invoice?.type === 'professional' ? invoice.lines : [];
      return ok({ made: found && { address: found.address, lines } });
    },
    ...createBulk(context, needs),
    async tryDiscount({ discountId, amount }) {
      if (amount.minor <= 0n) return err(inputError('amount-not-understood', { field: 'amount' }));
      const tried = await gateway.calculators.discount(discountId, amount);
      if (!tried.ok) return tried;
      return ok({ discount: tried.value.discount, final: tried.value.final });
    },
  } satisfies VerbsOf<'bills'> & { makeLinkAs: unknown };
}
