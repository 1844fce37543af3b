/** Payment API keys and the IP allow-list (§2.11, §4.12, §5 rule 5). No key's value is ever in an answer. */
import type { OpenEnum } from '#shared/domain/open-enum.ts';
import { webhookModes, type WebhookMode } from '#shared/domain/webhook.ts';
import type { Caller, Read, Write } from '../caller.ts';
import { flag, list, objectIn, openEnum, text, type Obj } from '../fields.ts';
import { writeLossless } from '../json.ts';
import { messagesOrNull, type Said } from '../said.ts';

/** A key that was created, in the environment of the host that was called. */
type CreatedApiKey = {
  merchantId: string;
  mode: OpenEnum<WebhookMode> | null;
  isInternal: boolean | null;
  raw: string;
};

/** `{body: {merchantId, mode, isInternal}, message}`; null without the merchant's id. */
export function decodeCreatedApiKey(body: Obj): CreatedApiKey | null {
  const inner = objectIn(body, 'body');
  const merchantId = inner && text(inner, 'merchantId');
  if (!inner || !merchantId) return null;
  return {
    merchantId,
    mode: openEnum(inner, 'mode', webhookModes),
    isInternal: flag(inner, 'isInternal'),
    raw: writeLossless(inner),
  };
}

/** Addresses and ranges; an empty list allows every address. */
type AllowList = { addresses: string[] };

/** `{body: {addresses: […]}}`; null when one entry is not text: a list with a hole would look as if it allowed less. */
export function decodeAllowList(body: Obj): AllowList | null {
  const addresses = list(objectIn(body, 'body')?.['addresses']);
  return addresses?.every((address) => typeof address === 'string') ? { addresses } : null;
}

type CredentialCalls = {
  /** The fingerprint of the Payment API key that this PC signs with. Nothing is sent. */
  signingKey: Caller['signingKey'];
  /** Needs the API-key permission. There is no rotation in place: create, then delete. */
  createApiKey(keyName: string): Write<CreatedApiKey>;
  deleteApiKey(keyName: string): Write<Said>;
  readAllowList(signal?: AbortSignal): Read<AllowList>;
  /** Replaces the list. A list without this computer's own address shuts it out. */
  saveAllowList(addresses: readonly string[]): Write<AllowList>;
};

export const credentialCalls = ({ read, write, signingKey }: Caller): CredentialCalls => ({
  signingKey,
  createApiKey: (keyName) =>
    write('credentials.create-api-key', { body: { keyName } }, ({ body }) => decodeCreatedApiKey(body)),
  deleteApiKey: (keyName) =>
    write('credentials.delete-api-key', { body: { keyName }, expects: 'nothing' }, messagesOrNull),
  readAllowList: (signal) =>
    read('credentials.get-allow-list', { signal }, ({ body }) => decodeAllowList(body)),
  saveAllowList: (addresses) =>
    write('credentials.put-allow-list', { body: { addresses } }, ({ body }) => decodeAllowList(body)),
});
