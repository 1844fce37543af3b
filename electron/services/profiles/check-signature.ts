/** Checks an event's signature with the keys of the open profile, without a connection; and says why it differs. */
import type { ParsedInputOf } from '#shared/contract/index.ts';
import type { CheckedSignature } from '#shared/contract/profiles.ts';
import { profileError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { readSigned } from '../../gateway/signature-tries.ts';
import type { ProfileFile } from './profile-files.ts';
import type { Register as WholeRegister } from './register.ts';

type Register = Pick<WholeRegister, 'profiles' | 'activeId' | 'find' | 'senderFor'>;

/** The merchant's profile in the other environment, if this PC has it. */
const twinOf = ({ profiles }: Register, { merchantId, environment }: ProfileFile): ProfileFile | null => {
  const other = environment === 'test' ? 'live' : environment === 'live' ? 'test' : null;
  return profiles.find((one) => one.merchantId === merchantId && one.environment === other) ?? null;
};

export async function checkSignature(
  register: Register,
  { body, signature: header }: ParsedInputOf<'profiles.checkSignature'>,
): Promise<Result<CheckedSignature, AppError>> {
  const found = register.find(register.activeId() ?? '');
  if (!found.ok) return err(profileError('none-active'));
  const read = readSigned(body, header);
  if (read.kind === 'unreadable') return ok({ verdict: 'unreadable', cause: read.cause, field: read.field });
  const { verifier, signedText, signature, isPlain, tries } = read;
  const own = tries.filter(({ mode }) => mode === 'own');
  const matched = await register.senderFor(found.value).matches(own, signature);
  if (!matched.ok) return matched;
  const hit = own[matched.value.indexOf(true)];
  const shared = { verifier, signedText };
  if (hit?.cause === null)
    return ok(
      isPlain
        ? { verdict: 'valid', ...shared }
        : { verdict: 'differs', cause: 'header-form', triedOtherMode: false, ...shared },
    );
  const twin = twinOf(register, found.value);
  const others = tries.filter(({ mode }) => mode === 'other');
  const byTwin = hit || !twin ? ok([]) : await register.senderFor(twin).matches(others, signature);
  // If the other profile's keys cannot be read, it was not tried, and is said so.
  const triedOtherMode = twin !== null && byTwin.ok && !byTwin.value.includes(null);
  const cause = hit?.cause ?? (byTwin.ok && byTwin.value.includes(true) ? 'other-mode' : null);
  if (cause !== null) return ok({ verdict: 'differs', cause, triedOtherMode, ...shared });
  if (matched.value[0] === null)
    return ok({
      verdict: 'unreadable',
      cause: 'key-missing',
      field: verifier === 'transfer' ? 'transferKey' : 'paymentKey',
    });
  return ok({ verdict: 'differs', cause: 'key-or-content', triedOtherMode, ...shared });
}
