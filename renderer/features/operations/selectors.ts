/** The rows of Operations in the order they are shown in. Pure. */
import type { TFunction } from 'i18next';
import type { Operation } from '#shared/contract/operations.ts';
import type { MovementKind } from '#shared/domain/operation.ts';
import { countOf } from '../../components/sum-parts.ts';
import { formatCount, type Locale } from '../../i18n/format.ts';

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

/** How many transactions were acknowledged. `2 of 3`: one of them could not be read, and is not in the sum. */
export function coveredText(
  { totals, unread }: Pick<Operation, 'totals' | 'unread'>,
  t: TFunction,
  locale: Locale,
): string {
  const inSum = countOf(totals);
  const [ready, total] = [inSum, inSum + unread].map((count) => formatCount(count, locale));
  if (unread > 0) return t('closing.step.figure', { ready, total });
  return inSum > 0 ? String(ready) : '—';
}
