/** Transfers to many, from the file or a batch that failed in part to their ending. */
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { InputOf, OutputOf } from '#shared/contract/index.ts';
import { wireMoney } from '#shared/contract/wire.ts';
import { call } from '../../api/client.ts';
import { useIsLeft } from '../../components/late-ending.tsx';
import { createPreparedStore, preparationOf } from './prepared-store.ts';

export type BulkPreparation = OutputOf<'payout.prepareBatch'>;
type BulkOf = InputOf<'payout.prepareBatch'>['of'];
type Confirmed = Omit<InputOf<'payout.confirmBatch'>, 'preparationId'>;
type Row = OutputOf<'transfers.readSheet'>['rows'][number];
/** `sends`: a row in doubt is left out until a person decides otherwise. */
export type BulkRow = Row & { readonly sends: boolean };
export type BulkSheet = {
  readonly fileName: string;
  readonly passedOver: readonly string[];
  readonly rows: readonly BulkRow[];
};

export const isSent = ({ transfer, sends }: BulkRow): boolean => transfer !== null && sends;

/** Null while no row can be sent. */
function ofSheet({ rows }: BulkSheet): BulkOf | null {
  const transfers = rows.flatMap((row) => (isSent(row) && row.transfer ? [row.transfer] : []));
  if (transfers.length === 0) return null;
  return {
    from: 'sheet',
    transfers: transfers.map((one) => ({ ...one, amount: wireMoney(one.amount) })),
  };
}

const isSame = (one: BulkOf, other: BulkOf): boolean => one === other;

const createBulkStore = (isLeft: () => boolean) =>
  createPreparedStore(isLeft, {
    kind: 'payout-batch',
    isSame,
    prepare: (of: BulkOf) => call('payout.prepareBatch', { of }),
    confirm: ({ preparationId }: BulkPreparation, form: Confirmed) =>
      call('payout.confirmBatch', { preparationId, ...form }),
  });

/** `again`: the operation whose failed transfers are paid again. They are read at once; a sheet is chosen first. */
export function useBulk(again: string | null) {
  const isLeft = useIsLeft();
  const [store] = useState(() => createBulkStore(isLeft));
  const { prepared, busy, prepare, forget, confirm, ...state } = useStore(store);
  const [sheet, setSheet] = useState<BulkSheet | null>(null);
  const of = useMemo<BulkOf | null>(
    () => (again === null ? sheet && ofSheet(sheet) : { from: 'failed', opId: again }),
    [again, sheet],
  );
  useEffect(() => {
    if (of?.from === 'failed') void prepare(of);
  }, [of, prepare]);
  return {
    ...state,
    busy: busy !== null,
    preparation: preparationOf(prepared, of, isSame),
    sheet,
    /** The numbers as the file has them, in the order of what was prepared; null where they are not here. */
    numbers: of?.from === 'sheet' ? of.transfers.map(({ number }) => number) : null,
    canTake: of !== null,
    take: () => of && void prepare(of),
    back: forget,
    open: async (fileName: string, base64: string) => {
      const answer = await call('transfers.readSheet', { base64 });
      if (!answer.ok) return answer.error;
      const { rows, passedOver } = answer.value;
      forget();
      setSheet({ fileName, passedOver, rows: rows.map((row) => ({ ...row, sends: row.doubt === null })) });
      return null;
    },
    choose: (row: number, sends: boolean) => {
      forget();
      setSheet(
        (now) => now && { ...now, rows: now.rows.map((one) => (one.row === row ? { ...one, sends } : one)) },
      );
    },
    confirm: async (form: Confirmed) => {
      if (of) await confirm(of, form);
    },
  };
}
export type Bulk = ReturnType<typeof useBulk>;
