/** Lists that are turned with a cursor: what the page before gave is what the next one is asked with. */
import { isObject, text, type Obj } from '../fields.ts';
import type { Call } from '../request.ts';
import type { OpenForm } from './form.ts';
import type { OpenName } from './forms.ts';
import type { Shape } from './shape.ts';

export type Cursors = ReturnType<typeof createCursors>;

export function createCursors() {
  /** By operation and its filter: the page that a cursor leads to. Null: there is none. */
  const known = new Map<string, string | null>();
  const keyOf = (name: OpenName, { query: { page: _page, ...filter } = {} }: Call, page: number) =>
    JSON.stringify([name, filter, page]);

  return {
    /** The call with its cursor for its page number; null where the list ended on the page before. */
    turn(name: OpenName, shape: Shape | null, call: Call): Call | null {
      const parameter = shape?.paging.cursor;
      const page = Number(call.query?.['page'] ?? 1);
      if (parameter === undefined || page <= 1) return call;
      const cursor = known.get(keyOf(name, call, page));
      if (cursor === null) return null;
      const { page: _page, ...filter } = call.query ?? {};
      return { ...call, query: { ...filter, ...(cursor !== undefined && { [parameter]: cursor }) } };
    },
    /** `body`: in our form. */
    keep(name: OpenName, shape: Shape | null, call: Call, body: Obj): void {
      if (shape?.paging.cursor === undefined) return;
      const paging = isObject(body['pagination']) ? body['pagination'] : {};
      known.set(keyOf(name, call, Number(call.query?.['page'] ?? 1) + 1), text(paging, 'more'));
    },
  };
}

/** An answer in our own form, with no row. */
export const emptyList = ({ at }: OpenForm): Obj =>
  at.reduceRight<unknown>((inner, name) => ({ [name]: inner }), []) as Obj;
