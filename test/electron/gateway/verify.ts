/** Whether an event is genuine under one key, by the texts that Closeout's check of signatures tries (§6 rules 5 to 7). */
import { readSigned, type Try } from '#electron/gateway/signature-tries.ts';
import { signs } from '#electron/gateway/signatures.ts';

export const SIGNATURE_HEADER = 'x-signature';

type Verdict = { ok: true } | { ok: false; reason: 'signature-missing' | 'keys-missing' | 'mismatch' };
const no = (reason: 'signature-missing' | 'keys-missing' | 'mismatch'): Verdict => ({ ok: false, reason });
const REASONS = {
  'signature-missing': 'signature-missing',
  'signature-malformed': 'mismatch',
  'not-json': 'keys-missing',
  'keys-missing': 'keys-missing',
  'field-missing': 'keys-missing',
  'field-not-simple': 'mismatch',
  'key-missing': 'mismatch',
} as const;

/** `keyName`: the API key whose rules apply. The kind of the event does not matter. */
const verifyBy =
  (keyName: Try['key']) =>
  (bodyText: string, signature: string | null | undefined, key: string): Verdict => {
    const read = readSigned(bodyText, signature ?? '');
    if (read.kind === 'unreadable') return no(REASONS[read.cause]);
    const meant = read.tries.find(
      (one) => one.key === keyName && (one.cause === null || one.cause === 'other-verifier'),
    );
    if (!meant || !read.isPlain) return no('mismatch');
    return signs(key, meant.text, read.signature) ? { ok: true } : no('mismatch');
  };

export const verifyTransactionEvent = verifyBy('paymentKey');
export const verifyTransferEvent = verifyBy('transferKey');
