/** The path of the exceptions of a comparison, or of one of them. */
import type { Comparison } from '#shared/domain/reconciliation.ts';

export const exceptionPath = (comparison: Comparison, key?: string): string =>
  `/reconcile/${comparison}/exceptions${key === undefined ? '' : `/${encodeURIComponent(key)}`}`;
