/** The keys of a profile as the core knows them: which kinds exist and what they are bound to, never their values. */
import { gatewayError, type AppError } from '#shared/errors/app-error.ts';
import { err, type Result } from '#shared/errors/result.ts';
import type { Sender } from '../../gateway/sender.ts';
import type { Keychain } from '../../keychain/keychain.ts';
import type { KeyDesk, TypedKeys } from '../../key-process/key-desk.ts';
import { forgetMembership } from '../head-office/index.ts';
import { forgetRecipientSeal } from '../transfers/index.ts';
import { createBindings } from './binding.ts';
import type { ProfileFile } from './profile-files.ts';

export type KeyStore = ReturnType<typeof createKeyStore>;

export function createKeyStore(keychain: Keychain, desk: KeyDesk) {
  const bindings = createBindings(keychain);
  return {
    sealWith: () => desk.sealWith(),
    /** The fingerprints of typed keys by kind, which the audit record may hold. */
    check: (typed: TypedKeys, secretNeeded: boolean) => desk.check(onlyKeys(typed), secretNeeded),
    /** Empty values leave a key as it is. */
    save: (keychainId: string, typed: TypedKeys) => desk.save(keychainId, onlyKeys(typed)),
    states: (keychainId: string) => desk.states(keychainId),
    makeEnrolment: desk.makeEnrolment,
    openEnrolment: desk.openEnrolment,
    bind: (profile: ProfileFile) => bindings.bind(profile),
    binding: (profile: ProfileFile) => bindings.check(profile),
    answersSeal: (profile: ProfileFile) => bindings.answersSeal(profile),
    sealAnswers: (profile: ProfileFile, seal: string) => bindings.sealAnswers(profile, seal),
    forgetRecipients: (keychainId: string) => forgetRecipientSeal(keychain, keychainId),
    async forget(keychainId: string): Promise<Result<null, AppError>> {
      const gone = await desk.forget(keychainId);
      if (!gone.ok) return gone;
      const left = await forgetMembership(keychain, keychainId);
      if (!left.ok) return left;
      const unsealed = await forgetRecipientSeal(keychain, keychainId);
      return unsealed.ok ? bindings.forget(keychainId) : unsealed;
    },
    senderWithTyped: (typed: TypedKeys): Sender => desk.senderOf({ typed: onlyKeys(typed) }),
    /** Sends only to the address that the keys are bound to. */
    senderOf: (profile: ProfileFile): Sender =>
      boundSender(desk.senderOf({ keychainId: profile.keychainId }), () => bindings.check(profile)),
  };
}

/** Takes only the keys out of the typed values. */
const onlyKeys = ({ secretKey, apiKey, paymentKey, transferKey }: TypedKeys): TypedKeys => ({
  secretKey,
  apiKey,
  paymentKey,
  transferKey,
});

function boundSender(sender: Sender, check: () => Promise<Result<unknown, AppError>>): Sender {
  const refused = ({ code }: AppError) => gatewayError('key-refused', { local: code });
  return {
    async fingerprint(isHashed) {
      const bound = await check();
      return bound.ok ? sender.fingerprint(isHashed) : bound;
    },
    /** The keys sign nothing here and go nowhere: an address that they are not bound to does not matter. */
    matches: (texts, signature) => sender.matches(texts, signature),
    async ask(request, authority, signal) {
      if (authority.credential === 'none') return sender.ask(request, authority, signal);
      const bound = await check();
      return bound.ok ? sender.ask(request, authority, signal) : err(refused(bound.error));
    },
    async write(request, authority, limits) {
      if (authority.credential === 'none') return sender.write(request, authority, limits);
      const bound = await check();
      return bound.ok
        ? sender.write(request, authority, limits)
        : { kind: 'not-sent', error: refused(bound.error) };
    },
    async move(request, onMoment, limits) {
      const bound = await check();
      return bound.ok
        ? sender.move(request, onMoment, limits)
        : { kind: 'not-sent', error: refused(bound.error) };
    },
  };
}
