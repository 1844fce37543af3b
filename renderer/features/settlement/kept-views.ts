/** Views that people kept on this PC: a name for a filter and an order, one list for each merchant. */
import { z } from 'zod';
import { settledFilterSchema, settledSortSchema } from '#shared/contract/settlement.ts';

const viewSchema = z.object({
  name: z.string().trim().min(1).max(60),
  filter: settledFilterSchema,
  sort: settledSortSchema,
});
export type KeptView = z.output<typeof viewSchema>;

const keyOf = (profileId: string) => `closeout.views.settled.${profileId}`;

/** What is damaged, or from another version, is left out; it costs a view and nothing else. */
export function parseViews(text: string | null): KeptView[] {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((one) => {
    const view = viewSchema.safeParse(one);
    return view.success ? [view.data] : [];
  });
}

/** A view of the same name is replaced, where it stands. */
export function withView(views: KeptView[], view: KeptView): KeptView[] {
  const named = { ...view, name: view.name.trim() };
  if (named.name === '') return views;
  const known = views.some(({ name }) => name === named.name);
  return known ? views.map((one) => (one.name === named.name ? named : one)) : [...views, named];
}

export const readViews = (profileId: string): KeptView[] =>
  parseViews(localStorage.getItem(keyOf(profileId)));
export const keepViews = (profileId: string, views: KeptView[]): void =>
  localStorage.setItem(keyOf(profileId), JSON.stringify(views));
