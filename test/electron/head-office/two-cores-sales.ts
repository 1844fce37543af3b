/** Sales of the busy terminal, reversed on any of the PCs. */
import { BUSY, must } from '../services/operations/harness.ts';
import type { Chain, ChainPc } from './two-cores.ts';

export type Sale = { rowId: string; typed: string };

export async function salesOf({ shop }: Chain): Promise<Sale[]> {
  const filter = { text: '', listing: 'outstanding' as const, paymentTypes: ['SALE'], entryModes: [] };
  const { rows } = must(
    await shop.session().terminals.page({
      terminalId: BUSY,
      filter: { ...filter, minAmount: null, maxAmount: null, minAgeMs: null },
      sort: { by: 'firstSeen', direction: 'asc' },
      cursor: null,
      limit: 500,
    }),
  );
  return rows
    .filter(({ flags }) => flags.length === 0)
    .map(({ rowId, amount }) => {
      const minor = amount.minor.toString().padStart(3, '0');
      return { rowId, typed: `${minor.slice(0, -2)}.${minor.slice(-2)}` };
    });
}

export const prepare = async (pc: ChainPc, { rowId }: Sale) =>
  must(await pc.session().operations.prepareReversal({ rowId })).preparationId;
export const confirm = (pc: ChainPc, preparationId: string, { typed }: Sale) =>
  pc
    .session()
    .operations.confirmReversal({ preparationId, reason: 'duplicate', note: '', typedAmount: typed });
/** Prepared and confirmed. */
export const confirmed = async (pc: ChainPc, sale: Sale) => confirm(pc, await prepare(pc, sale), sale);
