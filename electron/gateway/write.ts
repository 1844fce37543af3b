/**
 * One write over HTTP: exactly one attempt, over a connection of its own. An error says whether the write may have happened
 * all the same: `outcome` is `unknown` once the request may have left, and `not-applied` for a clear refusal.
 */
import type { GatewayError } from '#shared/errors/app-error.ts';
import { err, type Result } from '#shared/errors/result.ts';
import type { Clock } from '#shared/time/clock.ts';
import { readAnswerText, type Answer, type AnswerForm } from './answer.ts';
import { bodyObject, errorOfStatus } from './errors.ts';
import { sendOneShot, type OneShotOutcome, type OneShotRequest } from './one-shot.ts';

const WRITE_DEADLINE_MS = 60_000;
/** A validated sheet comes back with all its rows. */
const LARGEST_ANSWER_BYTES = 16 * 1024 * 1024;

/** With an error body of the gateway's own form, these statuses say: refused, and nothing changed (§7). */
const REFUSALS = [400, 403, 404, 405, 409, 413, 415, 422];
/** The same whatever the body: the key was not taken; over the limit (its format is not shown). */
const REFUSALS_OF_ANY_FORM = [401, 429];

export const notKnown = (error: GatewayError): GatewayError => ({ ...error, outcome: 'unknown' });
const notApplied = (error: GatewayError): GatewayError => ({ ...error, outcome: 'not-applied' });

/** What came of the one attempt, as an answer or an error with its outcome. Pure. */
function judgeWrite(outcome: OneShotOutcome, form: AnswerForm): Result<Answer, GatewayError> {
  if (outcome.kind === 'not-sent') return err(notApplied(outcome.error));
  if (outcome.kind === 'no-answer') return err(notKnown(outcome.error));
  const { status, headers, body } = outcome;
  if (status >= 200 && status < 300) {
    const answer = readAnswerText(status, body, null, form);
    if (answer.ok) return answer;
    return err(answer.error.code === 'refused' ? notApplied(answer.error) : notKnown(answer.error));
  }
  const wait = headers['retry-after'];
  const error = errorOfStatus(status, body, new Headers(wait ? { 'retry-after': wait } : {}), false);
  const refused =
    REFUSALS_OF_ANY_FORM.includes(status) || (REFUSALS.includes(status) && bodyObject(body) !== null);
  return err(refused ? notApplied(error) : notKnown(error));
}

type WriteLimits = { readonly deadlineMs: number; readonly largestAnswerBytes: number };
type Send = (request: OneShotRequest, limits: WriteLimits) => Promise<OneShotOutcome>;

export async function writeOnce(
  request: OneShotRequest,
  form: AnswerForm,
  clock: Clock,
  send: Send = (sent, limits) => sendOneShot(sent, () => {}, { clock, ...limits }),
): Promise<Result<Answer, GatewayError>> {
  const limits = { deadlineMs: WRITE_DEADLINE_MS, largestAnswerBytes: LARGEST_ANSWER_BYTES };
  return judgeWrite(await send(request, limits), form);
}
