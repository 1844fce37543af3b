/** The content of a kept view of exceptions. A view belongs to its comparison. */
import { z } from 'zod';
import { exceptionFilterSchema } from '#shared/contract/reconciliation-items.ts';
import type { Comparison } from '#shared/domain/reconciliation.ts';
import type { ViewsOf } from '../../components/kept-views.ts';

const viewSchema = z.object({
  filter: exceptionFilterSchema,
  sort: z.enum(['oldest', 'newest', 'largest']),
});
type ExceptionView = z.output<typeof viewSchema>;

export const exceptionViews = (comparison: Comparison): ViewsOf<ExceptionView> => ({
  list: `exceptions.${comparison}`,
  parse: (kept) => viewSchema.safeParse(kept).data ?? null,
});
