/** The rows of Operations in the order they are shown in. Pure. */
import type { Operation } from '#shared/contract/operations.ts';
import type { MovementKind } from '#shared/domain/operation.ts';

type Listed = {
  readonly rows: readonly Operation[] | null;
  readonly unknown: readonly Operation[];
  readonly kind: MovementKind | null;
};

/** What is not known comes first; the rest keeps its order. `kind`: null for every kind. */
export function rowsInOrder({ rows, unknown, kind }: Listed): Operation[] {
  const first = unknown.filter((row) => kind === null || row.kind === kind);
  const ids = new Set(first.map(({ opId }) => opId));
  return [...first, ...(rows ?? []).filter(({ opId }) => !ids.has(opId))];
}
