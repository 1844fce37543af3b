/** One mapping from what came back to an error by fact. The HTTP status decides; the body only explains (§7). */
import { gatewayError, type GatewayError, type GatewayMessages } from '#shared/errors/app-error.ts';
import { isObject, text, integer, type Obj } from './fields.ts';
import { parseLossless } from './json.ts';

/** The body as an object, or null when it is not one. */
export function bodyObject(body: string): Obj | null {
  try {
    const value = parseLossless(body);
    return isObject(value) ? value : null;
  } catch {
    // Not JSON: there is nothing to explain the status with.
    return null;
  }
}

export function messagesOf(body: Obj | null): GatewayMessages | undefined {
  const messages = body?.['messages'];
  if (isObject(messages)) {
    return { en: text(messages, 'en') ?? undefined, ar: text(messages, 'ar') ?? undefined };
  }
  const message = body ? text(body, 'message') : null;
  return message === null ? undefined : { en: message };
}

const FAILURES = ['FAILURE', 'FAILED'];
/**
 * HTTP 200 with `status: FAILURE` is a refusal, not a success (assumptions, "POS terminals"). In an answer that is itself a
 * record, `FAILED` is the record's own state (a session's, §3.1).
 */
export function isFailureBody(body: Obj, ownStatus = false): boolean {
  const status = text(body, 'status') ?? '';
  return ownStatus ? status === 'FAILURE' : FAILURES.includes(status);
}

/** How much of a body is searched for a name: over megabytes of dots and letters these patterns would hang. */
const SEARCHED_CHARACTERS = 4_000;

/** `webhook.view_webhook`, `instant_settlements.all.view_instant_settlement`: how permissions are spelt (§5). */
const PERMISSION = /\b[a-z_]+(?:\.[a-z_]+)*\.[a-z]+_[a-z_]+\b|\bcreate_instant_settlement\b/;

/** `The feature instant_settlement_request is not enabled …` (assumed), `Currency conversion feature is not enabled.` (§7). */
const FEATURE = /\bfeature ([a-z_]{1,60}) is not enabled|\b([a-z][a-z _]{0,60}) feature is not enabled/i;
/** The feature that is off, as `currency_conversion`; null when the body does not say so. */
function featureOff(bodyText: string): string | null {
  const match = FEATURE.exec(bodyText.slice(0, SEARCHED_CHARACTERS));
  const name = (match?.[1] ?? match?.[2])?.toLowerCase().replace(/^the /, '');
  return name?.replaceAll(' ', '_') ?? null;
}

function forbidden(bodyText: string, rest: { messages?: GatewayMessages; httpStatus: number }): GatewayError {
  if (/unauthorized ip address/i.test(bodyText)) return gatewayError('address-not-allowed', {}, rest);
  const feature = featureOff(bodyText);
  if (feature !== null) return gatewayError('feature-off', { feature }, rest);
  const permission = PERMISSION.exec(bodyText.slice(0, SEARCHED_CHARACTERS))?.[0];
  if (permission) return gatewayError('permission-missing', { permission }, rest);
  if (/feature|instant_settlement_request/i.test(bodyText)) return gatewayError('feature-off', {}, rest);
  return gatewayError('permission-missing', {}, rest);
}

/**
 * The error of a non-2xx answer. `onTerminal` says that the call names a terminal: there a 401 is documented as "belongs to
 * another merchant" (§4.10, §7), and a refused key would show on every other call, too.
 */
export function errorOfStatus(
  status: number,
  bodyText: string,
  headers: Headers | null,
  onTerminal: boolean,
): GatewayError {
  const body = bodyObject(bodyText);
  const messages = messagesOf(body);
  const rest = { httpStatus: status, ...(messages && { messages }) };
  switch (true) {
    case status === 401:
      return gatewayError(
        onTerminal && !/secret key|api key|credential/i.test(bodyText) ? 'foreign-terminal' : 'key-refused',
        {},
        rest,
      );
    case status === 400: {
      const feature = featureOff(bodyText);
      return feature === null
        ? gatewayError('refused', { status }, rest)
        : gatewayError('feature-off', { feature }, rest);
    }
    case status === 403:
      return forbidden(bodyText, rest);
    case status === 404:
      // A gateway says "not found" in its own envelope; a web page that is not there is not a gateway.
      return gatewayError(body ? 'not-found' : 'not-a-gateway', {}, rest);
    case status === 409:
      return gatewayError('conflict', {}, rest);
    case status === 429: {
      // A date, the other form of the header, would trust the gateway's clock against ours: it only says "over a limit".
      const wait = headers?.get('retry-after') ?? '';
      return /^\d{1,6}$/.test(wait)
        ? gatewayError('too-soon', { seconds: Number(wait) }, rest)
        : gatewayError('limit', {}, rest);
    }
    case status === 422: {
      const limit = limitParams(body);
      return limit ? gatewayError('limit', limit, rest) : gatewayError('refused', {}, rest);
    }
    case status >= 500:
      return gatewayError('server', { status }, rest);
    case status >= 300 && status < 400:
      return gatewayError('redirected', { status }, rest);
    default:
      return gatewayError('refused', { status }, rest);
  }
}

/**
 * A 404 to a read that names no record, or one in another dress than the gateway's own (a web page, nothing): the gateway has no
 * such read. Most answer so for a path that they lack; which host is right is what "Check connection" finds out.
 */
export function asNotOffered(
  error: GatewayError,
  { operation, path, source }: { operation: string; path: string; source: string },
  namesRecord: boolean,
): GatewayError {
  const isMissing = error.code === 'not-a-gateway' || (error.code === 'not-found' && !namesRecord);
  if (error.httpStatus !== 404 || !isMissing) return error;
  // A path that we assume may be the wrong one: the error names it.
  return { ...error, code: 'not-offered', params: { operation, ...(source === 'assumed' && { path }) } };
}

/** A public payment page answers 404 while it is unpublished or deleted (§4.14, §7): not known here is not a wrong id. */
export const asUnpublished = (error: GatewayError): GatewayError =>
  error.code === 'not-found' ? { ...error, code: 'unpublished' } : error;

function limitParams(body: Obj | null): Record<string, string> | null {
  const places = [body, body?.['data'], body?.['error']].filter(isObject);
  const found: Record<string, string> = {};
  for (const place of places) {
    for (const field of ['limit', 'requested', 'remaining', 'currency']) {
      const value = text(place, field) ?? integer(place, field)?.toString();
      if (value) found[field] = value;
    }
  }
  return 'limit' in found ? found : null;
}
