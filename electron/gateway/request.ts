/** From a call to the bytes and headers of its request. Pure: keys come in, headers go out, nothing is kept or sent. */
import { gatewayError, type GatewayError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { writeLossless } from './json.ts';
import type { CredentialKind, Endpoint } from './endpoint-table.ts';
import { serviceHash } from './signatures.ts';

/**
 * `paymentKey`: the Payment API key, the shared secret of `Service-Hash` and of transaction events; never sent (§5 rule 2).
 * `transferKey` signs transfer events; never sent.
 */
export type Credentials = {
  secretKey: string;
  apiKey: string | null;
  transferKey: string | null;
  paymentKey?: string | null | undefined;
};

type Query = Readonly<Record<string, string | number | undefined>>;

/** A sheet that is uploaded as multipart form data, in the field `file` (assumed). */
export type Upload = { readonly fileName: string; readonly bytes: Uint8Array };

export type Call = {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Query;
  /** JSON; amounts as NumberText. */
  readonly body?: unknown;
  readonly upload?: Upload;
  /** What `Service-Hash` covers. */
  readonly signedText?: string;
  readonly expects?: Expects;
  /** The answer is a record with a `status` of its own: a session that FAILED is not a refused call. */
  readonly ownStatus?: boolean;
  readonly signal?: AbortSignal | undefined;
};

/**
 * The form of a good answer. `nothing`: the document shows no body, so any JSON or none will do. `open`: it leaves the form open,
 * an object or a bare list.
 */
export type Expects = 'object' | 'array' | 'csv' | 'nothing' | 'open';

/** Whether a header can carry the key: Node refuses other characters with an exception, and undici's names the value. */
export const isSendableKey = (secretKey: string): boolean => /^[\x20-\x7e]+$/.test(secretKey);

const encode = (value: string | number) => encodeURIComponent(String(value).toWellFormed());

export function urlOf(
  { path, query }: Endpoint,
  base: string,
  { path: parts = {}, query: asked = {} }: Call,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, part: string) => encode(parts[part] ?? ''));
  const search = Object.entries({ ...query, ...asked }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${encode(value)}`],
  );
  return base.replace(/\/$/, '') + filled + (search.length > 0 ? `?${search.join('&')}` : '');
}

/** An id that is empty, no text at all or a dot segment would make the path of another call; null when every id is one. */
export const badPart = ({ path = {} }: Call): string | null =>
  Object.entries(path).find(([, value]) => ['', '.', '..'].includes(value) || !value.isWellFormed())?.[0] ??
  null;

const lacking = (local: string) => err(gatewayError('key-refused', { local }));

/** The headers that authorise a call (§5). A key that is not there, or that no header can carry, is refused here. */
export function credentialHeaders(
  credential: CredentialKind,
  { secretKey, apiKey, paymentKey }: Credentials,
  signedText: string | undefined,
): Result<Record<string, string>, GatewayError> {
  switch (credential) {
    case 'none':
      return ok({});
    case 'service-hash':
      if (!paymentKey) return lacking('payment-key-missing');
      return ok({ 'service-hash': serviceHash(paymentKey, signedText ?? '') });
    case 'secret-key':
      return isSendableKey(secretKey) ? ok({ authorization: secretKey }) : lacking('characters');
    case 'secret-key+api-key':
      if (!apiKey) return lacking('api-key-missing');
      return isSendableKey(secretKey) && isSendableKey(apiKey)
        ? ok({ authorization: secretKey, 'api-key': apiKey })
        : lacking('characters');
  }
}

type Payload = { readonly bytes: Uint8Array<ArrayBuffer>; readonly contentType: string };

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The body's bytes: JSON with every amount as it was written, or one file as a form; null when the call has none. */
export async function payloadOf({ body, upload }: Call): Promise<Payload | null> {
  if (upload) {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(upload.bytes)], { type: SHEET }), upload.fileName);
    const encoded = new Response(form);
    return {
      bytes: new Uint8Array(await encoded.arrayBuffer()),
      contentType: encoded.headers.get('content-type') ?? 'multipart/form-data',
    };
  }
  if (body === undefined) return null;
  return { bytes: new TextEncoder().encode(writeLossless(body)), contentType: 'application/json' };
}
