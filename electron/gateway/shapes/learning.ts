/** Learns a gateway's answers by safe reads: asks, finds the path, turns pages, and proposes a shape with its evidence. */
import { isDeepStrictEqual } from 'node:util';
import type { GatewayError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { otherPaths } from '../endpoint-table.ts';
import { list, text, type Obj } from '../fields.ts';
import type { Call } from '../request.ts';
import { isSafeName } from './columns.ts';
import type { OpenForm } from './form.ts';
import { formOf, type OpenName } from './forms.ts';
import type { Known } from './found-words.ts';
import { learnShape, type NotLearnt } from './learn.ts';
import { locate } from './locate.ts';
import { missingWords, toConfirm, UNIT, wordsOf, type Proposal } from './proposal.ts';
import { valueAt } from './shape.ts';

export type Ask = (name: OpenName, call: Call, path?: string) => Promise<Result<Obj, GatewayError>>;

export type OperationLearnt =
  /** Read as Closeout assumes it: nothing to confirm. */
  | { readonly outcome: 'as-assumed'; readonly proposal: Proposal; readonly path: string | null }
  | { readonly outcome: 'other-form'; readonly proposal: Proposal; readonly path: string | null }
  | { readonly outcome: 'unclear'; readonly problem: NotLearnt; readonly path: string | null }
  | { readonly outcome: 'refused'; readonly error: GatewayError };

export const PAGE_ROWS = 500;
const MOST_PAGES = 10;
/** Query parameters that may take a cursor, in the order in which they are tried. */
const CURSOR_PARAMETERS = ['cursor', 'nextCursor', 'next_cursor', 'pageToken', 'after', 'next'];

/** The first answer of an operation, from its own path or from the first other one that is there. */
async function firstAnswer(
  name: OpenName,
  ask: Ask,
  call: Call,
): Promise<{ answer: Result<Obj, GatewayError>; path: string | null }> {
  const answer = await ask(name, call);
  if (answer.ok || answer.error.code !== 'not-offered') return { answer, path: null };
  for (const path of otherPaths[name] ?? []) {
    const other = await ask(name, call, path);
    if (other.ok || other.error.code !== 'not-offered') return { answer: other, path };
  }
  return { answer, path: null };
}

const withQuery = (call: Call, query: Record<string, string | number>): Call => ({
  ...call,
  query: { ...call.query, ...query },
});

type Turned = { readonly bodies: Obj[]; readonly cursor?: string };

/** The further pages of a list, as far as a proposal needs them. */
async function turnPages(
  name: OpenName,
  ask: Ask,
  call: Call,
  path: string | null,
  first: Obj,
): Promise<Turned> {
  const form = formOf(name);
  const learnt = learnShape(form, [first]);
  if (!learnt.ok) return { bodies: [first] };
  const { at, paging } = learnt.proposal.shape;
  const rowsIn = (body: Obj) => list(valueAt(body, at)) ?? [];
  const bodies = [first];
  const cursorIn = (body: Obj) =>
    paging.more === undefined ? null : text({ value: valueAt(body, paging.more) }, 'value');
  const next = async (query: Record<string, string | number>, without = false) => {
    const { page: _page, ...others } = call.query ?? {};
    const answer = await ask(
      name,
      withQuery(without ? { ...call, query: others } : call, query),
      path ?? undefined,
    );
    return answer.ok ? answer.value : null;
  };
  const isFurther = (body: Obj | null): body is Obj =>
    body !== null &&
    rowsIn(body).length > 0 &&
    !isDeepStrictEqual(rowsIn(body), rowsIn(bodies.at(-1) ?? first));
  const second = await next({ page: 2 });
  if (isFurther(second)) {
    bodies.push(second);
    while (bodies.length < MOST_PAGES) {
      const body = await next({ page: bodies.length + 1 });
      if (!isFurther(body)) break;
      bodies.push(body);
    }
    return { bodies };
  }
  const cursor = cursorIn(first);
  if (cursor === null || /^https?:/.test(cursor)) return { bodies };
  for (const parameter of CURSOR_PARAMETERS) {
    const body = await next({ [parameter]: cursor }, true);
    if (!isFurther(body)) continue;
    bodies.push(body);
    for (let given = cursorIn(body); given !== null && bodies.length < MOST_PAGES;) {
      const further = await next({ [parameter]: given }, true);
      if (!isFurther(further)) break;
      bodies.push(further);
      given = cursorIn(further);
    }
    return { bodies, cursor: parameter };
  }
  return { bodies };
}

/** Whether it is read without anything learnt, in full. */
function isAsAssumed(form: OpenForm, body: Obj, proposal: Proposal): boolean {
  const { shape } = proposal;
  const located = locate(body, form);
  const isOurs = JSON.stringify(shape.at) === JSON.stringify(form.at);
  return (
    located.ok &&
    JSON.stringify(located.at) === JSON.stringify(shape.at) &&
    shape.unit === 'major' &&
    shape.paging.cursor === undefined &&
    Object.keys(shape.epochs).length === 0 &&
    missingWords(form, proposal).length === 0 &&
    toConfirm(form, proposal).every((word) => word === UNIT && proposal.unit?.by === 'own-name' && isOurs) &&
    wordsOf(form, shape).every(({ name, field, at }) => isSafeName(at, name, field))
  );
}

/** `calls`: one for a list; for a record one for each that is asked for. */
export async function learnOperation(
  name: OpenName,
  ask: Ask,
  calls: readonly Call[],
  known: Known,
): Promise<OperationLearnt | null> {
  const [call, ...others] = calls;
  if (call === undefined) return null;
  const { answer, path } = await firstAnswer(name, ask, call);
  if (!answer.ok) return { outcome: 'refused', error: answer.error };
  let turned: Turned = { bodies: [answer.value] };
  if (call.query?.['page'] !== undefined) turned = await turnPages(name, ask, call, path, answer.value);
  for (const other of others) {
    const further = await ask(name, other, path ?? undefined);
    if (further.ok) turned.bodies.push(further.value);
  }
  return learnFrom(name, turned.bodies, known, { path, cursor: turned.cursor });
}

/** From answers that came before. */
export function learnFrom(
  name: OpenName,
  bodies: readonly Obj[],
  known: Known,
  { path = null, cursor }: { path?: string | null; cursor?: string | undefined } = {},
): OperationLearnt {
  const form = formOf(name);
  const learnt = learnShape(form, bodies, known);
  if (!learnt.ok) return { outcome: 'unclear', problem: learnt.problem, path };
  const { shape } = learnt.proposal;
  const proposal =
    cursor === undefined
      ? learnt.proposal
      : { ...learnt.proposal, shape: { ...shape, paging: { ...shape.paging, cursor } } };
  const [first] = bodies;
  const isSame = first !== undefined && isAsAssumed(form, first, proposal) && path === null;
  return { outcome: isSame ? 'as-assumed' : 'other-form', proposal, path };
}
