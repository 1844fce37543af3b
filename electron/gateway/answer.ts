/** The text of a 2xx answer, read as what the call expects. */
import { gatewayError, type GatewayError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { isFailureBody, messagesOf } from './errors.ts';
import { isObject, list, type Obj } from './fields.ts';
import { parseLossless } from './json.ts';
import type { Expects } from './request.ts';

/** `body` is empty for an array, a file or nothing; `rows` are those of an array (§4.13). */
export type Answer = { body: Obj; rows: unknown[]; text: string; serverAtMs: number | null };

export type AnswerForm = { readonly expects?: Expects | undefined; readonly ownStatus?: boolean | undefined };

const wrong = (problem: string) => err(gatewayError('bad-answer', { where: 'JSON', problem }));

export function readAnswerText(
  status: number,
  text: string,
  serverAtMs: number | null,
  { expects = 'object', ownStatus = false }: AnswerForm,
): Result<Answer, GatewayError> {
  const answer = { body: {}, rows: [], text, serverAtMs };
  if (expects === 'nothing' && text.trim() === '') return ok(answer);
  // A file: not JSON, which would be an error in disguise, and not a page.
  if (expects === 'csv' && !/^\s*[{[<]/.test(text)) return ok(answer);
  let value: unknown;
  try {
    value = parseLossless(text);
  } catch {
    // What is not JSON is a finding, not a bug: cut in the middle, or a page of something else.
    return /^\s*[{[]/.test(text) ? wrong('cut or malformed') : err(gatewayError('not-a-gateway'));
  }
  if (isObject(value) && isFailureBody(value, ownStatus)) {
    const messages = messagesOf(value);
    return err(gatewayError('refused', {}, { httpStatus: status, ...(messages && { messages }) }));
  }
  switch (expects) {
    case 'array': {
      const rows = list(value);
      return rows === null ? wrong('not a list') : ok({ ...answer, rows });
    }
    case 'csv':
      return wrong('not a file');
    case 'nothing':
      return ok({ ...answer, body: isObject(value) ? value : {} });
    case 'open': {
      const bare = list(value);
      // A bare list is our list without its envelope. An empty one may be a list of anything, so it is not read as none.
      if (bare !== null && bare.length > 0) return ok({ ...answer, body: { body: bare } });
      return isObject(value) ? ok({ ...answer, body: value }) : wrong('not an object');
    }
    case 'object':
      return isObject(value) ? ok({ ...answer, body: value }) : wrong('not an object');
  }
}
