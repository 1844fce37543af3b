/** Views that people kept on this PC: a name for a filter and an order; of each list one set for each merchant. */
import { z } from 'zod';

export type KeptView<View> = View & { name: string };
/** `list` names the list in the storage of the window; `parse` answers null for what is not a view of it. */
export type ViewsOf<View> = { list: string; parse: (kept: unknown) => View | null };

const nameSchema = z.looseObject({ name: z.string().trim().min(1).max(60) });
const keyOf = (list: string, profileId: string) => `closeout.views.${list}.${profileId}`;

/** A view that is damaged or from another version is left out. Nothing else is lost. */
export function parseViews<View>({ parse }: ViewsOf<View>, text: string | null): KeptView<View>[] {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((one) => {
    const named = nameSchema.safeParse(one);
    const view = parse(one);
    return named.success && view !== null ? [{ ...view, name: named.data.name }] : [];
  });
}

/** A view of the same name is replaced, where it stands. */
export function withView<View>(views: KeptView<View>[], view: KeptView<View>): KeptView<View>[] {
  const named = { ...view, name: view.name.trim() };
  if (named.name === '') return views;
  const known = views.some(({ name }) => name === named.name);
  return known ? views.map((one) => (one.name === named.name ? named : one)) : [...views, named];
}

export const readViews = <View>(of: ViewsOf<View>, profileId: string): KeptView<View>[] =>
  parseViews(of, localStorage.getItem(keyOf(of.list, profileId)));
export const keepViews = <View>(of: ViewsOf<View>, profileId: string, views: KeptView<View>[]): void =>
  localStorage.setItem(keyOf(of.list, profileId), JSON.stringify(views));
