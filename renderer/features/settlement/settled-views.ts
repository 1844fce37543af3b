/** What a view of settled transactions holds. */
import { z } from 'zod';
import { settledFilterSchema, settledSortSchema } from '#shared/contract/settlement.ts';
import type { ViewsOf } from '../../components/kept-views.ts';

const viewSchema = z.object({ filter: settledFilterSchema, sort: settledSortSchema });
export type SettledView = z.output<typeof viewSchema>;

export const settledViews: ViewsOf<SettledView> = {
  list: 'settled',
  parse: (kept) => viewSchema.safeParse(kept).data ?? null,
};
