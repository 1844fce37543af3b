/** What a person does on a simulated machine, from the dialog to its end. */
import { weatherOf, type Fate } from './model.ts';
import type { Machine } from './machine.ts';

/** Reverses the nth of the sales that are listed now; from its confirmation on the gateway does as `fate` says. */
export async function reversal(machine: Machine, nth: number, fate: Fate) {
  await machine.readTerminals();
  const sale = machine.sales()[nth];
  if (!sale) throw new Error('no sale');
  const { operations } = machine.services;
  const plan = await machine.ended(operations.prepareReversal({ rowId: sale.row_id }));
  if (!plan.ok) throw new Error(plan.error.code);
  machine.weather = weatherOf[fate];
  const { preparationId } = plan.value;
  const typedAmount = (sale.amount_minor / 100).toFixed(2);
  return machine.confirm(() =>
    operations.confirmReversal({ preparationId, reason: 'duplicate', note: '', typedAmount }),
  );
}
