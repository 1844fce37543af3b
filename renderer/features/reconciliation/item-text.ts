/** The text of an item in words: of a sale its payment type, of a line what the bank or the books wrote. */
import type { ReconcileItem } from '#shared/contract/reconciliation-items.ts';
import { useTypeName } from '../../components/line-names.ts';

export function useItemText(): (item: Pick<ReconcileItem, 'text' | 'source'>) => string {
  const typeName = useTypeName();
  return ({ text, source }) =>
    text !== '' && (source.kind === 'closed' || source.kind === 'settled') ? typeName(text) : text;
}
