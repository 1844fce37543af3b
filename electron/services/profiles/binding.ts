/**
 * What a profile's keys belong to, kept beside them in the keychain. `profile.json` says where requests go and anybody who can
 * write the file can change it: a file that says something else than the keychain stops every request of that profile.
 */
import { z } from 'zod';
import { environments } from '#shared/domain/environment.ts';
import { profileError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Keychain } from '../../keychain/keychain.ts';
import type { ProfileFile } from './profile-files.ts';

const bindingSchema = z.object({
  environment: z.enum(environments),
  merchantId: z.string(),
  dashboardUrl: z.string(),
  checkoutUrl: z.string(),
});
type Binding = z.output<typeof bindingSchema>;
/** The addresses matter most, and are named first. */
const FIELDS = ['dashboardUrl', 'checkoutUrl', 'environment', 'merchantId'] as const;

const accountOf = (keychainId: string) => `${keychainId}/binding`;
const answersOf = (keychainId: string) => `${keychainId}/answers`;
const partOf = ({ environment, merchantId, dashboardUrl, checkoutUrl }: ProfileFile): Binding => ({
  environment,
  merchantId,
  dashboardUrl,
  checkoutUrl,
});

function parsed(text: string): Binding | null {
  try {
    return bindingSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Not ours: it says nothing of any host, so it allows none.
    return null;
  }
}

export function createBindings(keychain: Keychain) {
  return {
    /** A person has said what the keys are for. */
    bind: (profile: ProfileFile): Promise<Result<'stored' | 'session-only', AppError>> =>
      keychain.set(accountOf(profile.keychainId), JSON.stringify(partOf(profile))),
    /** `absent`: keys of a version that bound nothing. */
    async check(profile: ProfileFile): Promise<Result<'bound' | 'absent', AppError>> {
      const stored = await keychain.get(accountOf(profile.keychainId));
      if (!stored.ok) return stored;
      if (stored.value === null) return ok('absent');
      const known = parsed(stored.value);
      const now = partOf(profile);
      const field = FIELDS.find((one) => known?.[one] !== now[one]);
      if (field === undefined) return ok('bound');
      return err(profileError('binding-changed', { field, known: known?.[field] ?? '', found: now[field] }));
    },
    /** What the file of learnt answers must be, held where the hosts are. Null: nothing was learnt with these keys. */
    async answersSeal({ keychainId }: ProfileFile): Promise<string | null> {
      const stored = await keychain.get(answersOf(keychainId));
      return stored.ok ? stored.value : null;
    },
    sealAnswers: async ({ keychainId }: ProfileFile, seal: string): Promise<boolean> =>
      (await keychain.set(answersOf(keychainId), seal)).ok,
    async forget(keychainId: string): Promise<Result<null, AppError>> {
      const gone = await keychain.delete(answersOf(keychainId));
      return gone.ok ? keychain.delete(accountOf(keychainId)) : gone;
    },
  };
}
