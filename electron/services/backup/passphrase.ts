/** The passphrase of the backups: typed for one of them, or kept in the keychain for the schedule. */
import type { BackupState } from '#shared/contract/backup.ts';
import { storageError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Keychain } from '../../keychain/keychain.ts';

export const SHORTEST_PASSPHRASE = 12;
const ACCOUNT = 'backup/passphrase';

type Needs = { readonly keychain: Keychain; readonly guard: (secret: string) => void };

export function createPassphrase({ keychain, guard }: Needs) {
  let sessionOnly = false;
  return {
    async state(): Promise<BackupState['passphrase']> {
      const found = await keychain.get(ACCOUNT);
      if (!found.ok || found.value === null) return 'absent';
      return sessionOnly ? 'session-only' : 'stored';
    },
    async keep(passphrase: string): Promise<Result<null, AppError>> {
      guard(passphrase);
      const set = await keychain.set(ACCOUNT, passphrase);
      if (!set.ok) return set;
      sessionOnly = set.value === 'session-only';
      return ok(null);
    },
    forget: () => keychain.delete(ACCOUNT),
    /** The typed one, or the kept one. */
    async use(typed: string): Promise<Result<string, AppError>> {
      if (typed !== '') {
        guard(typed);
        return typed.length < SHORTEST_PASSPHRASE
          ? err(storageError('backup-passphrase-short', { least: SHORTEST_PASSPHRASE }))
          : ok(typed);
      }
      const found = await keychain.get(ACCOUNT);
      if (!found.ok) return found;
      if (found.value !== null) guard(found.value);
      return found.value === null ? err(storageError('backup-passphrase-missing')) : ok(found.value);
    },
  };
}
