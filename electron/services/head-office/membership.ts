/** This PC's membership of head office: its key and its login. All of it is in the keychain, beside the keys of the profile. */
import { z } from 'zod';
import { environments } from '#shared/domain/environment.ts';
import type { KeychainError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { HeadOfficeTask } from '../../head-office/protocol.ts';
import type { Keychain } from '../../keychain/keychain.ts';

const hex = z.string().regex(/^[0-9a-f]+$/);
const membershipSchema = z.object({
  name: z.string(),
  identity: z.object({ pc: hex, publicKey: hex, privateKey: hex }),
  place: z.object({ environment: z.enum(environments), merchant: z.string(), branch: z.string() }),
  login: z.object({
    host: z.string(),
    port: z.number(),
    database: z.string(),
    ca: z.string().nullable(),
    user: z.string(),
    password: z.string(),
  }),
});
export type Membership = z.output<typeof membershipSchema> & Omit<HeadOfficeTask, 'folder'>;

/** Where it is kept; nowhere for a session without a keychain. */
export type MembershipStore = {
  read(): Promise<Result<Membership | null, KeychainError>>;
  /** False where there is no keychain to keep it in. */
  write(membership: Membership): Promise<Result<boolean, KeychainError>>;
  forget(): Promise<Result<null, KeychainError>>;
};

export const noMembership: MembershipStore = {
  read: async () => ok(null),
  write: async () => ok(false),
  forget: async () => ok(null),
};

const accountOf = (keychainId: string) => `${keychainId}/head-office`;
export const forgetMembership = (keychain: Keychain, keychainId: string) =>
  keychain.delete(accountOf(keychainId));

/** `guard` keeps its secrets out of every log. */
export function keychainMembership(
  keychain: Keychain,
  keychainId: string,
  guard: (secret: string) => void,
): MembershipStore {
  const account = accountOf(keychainId);
  const guarded = (membership: Membership): Membership => {
    guard(membership.login.password);
    guard(membership.identity.privateKey);
    return membership;
  };
  return {
    async read() {
      const found = await keychain.get(account);
      if (!found.ok || found.value === null) return found as Result<null, KeychainError>;
      const known = parsed(found.value);
      return ok(known && guarded(known));
    },
    async write(membership) {
      guarded(membership);
      if ((await keychain.ready()) !== 'available') return ok(false);
      const written = await keychain.set(account, JSON.stringify(membership));
      return written.ok ? ok(written.value === 'stored') : written;
    },
    forget: () => forgetMembership(keychain, keychainId),
  };
}

function parsed(text: string): Membership | null {
  try {
    return membershipSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Whoever wrote it, it is no membership of ours: this PC takes no part.
    return null;
  }
}
