/** The row that was opened last has a mark: its drawer leaves the row in sight, and forced colours outline it. */
import { useCallback, useRef, type RefObject } from 'react';
import type { ProcessRowParams } from 'ag-grid-community';

type Opens<Row> = { getRowId: (row: Row) => string; onOpen?: ((row: Row) => void) | undefined };

export function useOpenedRow<Row>(
  frame: RefObject<HTMLElement | null>,
  { getRowId, onOpen }: Opens<Row>,
): { onOpen?: (row: Row) => void; processRowPostCreate: (created: ProcessRowParams<Row>) => void } {
  const opened = useRef<string | null>(null);
  // A row that is drawn anew, as after scrolling, has it again.
  const processRowPostCreate = useCallback(
    ({ eRow, node }: ProcessRowParams<Row>) =>
      void eRow.toggleAttribute('data-opened', node.id === opened.current),
    [],
  );
  if (!onOpen) return { processRowPostCreate };
  return {
    processRowPostCreate,
    onOpen: (row) => {
      opened.current = getRowId(row);
      for (const one of frame.current?.querySelectorAll('.ag-row') ?? [])
        one.toggleAttribute('data-opened', one.getAttribute('row-id') === opened.current);
      onOpen(row);
    },
  };
}
