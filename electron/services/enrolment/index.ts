/** Making an enrolment file from what is typed, and using one. */
import { resolve } from 'node:path';
import type { VerbsOf } from '#shared/contract/index.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import { storageError } from '#shared/errors/app-error.ts';
import { err, type Result, ok } from '#shared/errors/result.ts';
import type { Enrolment, KeyDesk } from '../../key-process/key-desk.ts';
import type { Log } from '../../log/log.ts';
import { destroyEnrolment, newPassphrase, readEnrolment, writeEnrolment } from './enrolment-file.ts';

export { destroyEnrolment, newPassphrase, readEnrolment, writeEnrolment } from './enrolment-file.ts';

type EnrolmentNeeds = {
  readonly keys: Pick<KeyDesk, 'makeEnrolment' | 'openEnrolment'>;
  readonly connect: (input: Enrolment) => Promise<Result<Profile>>;
  /** A secret that no log may hold. */
  readonly guard: (secret: string) => void;
  readonly log: Log;
};
export type EnrolmentService = ReturnType<typeof createEnrolmentService>;

export function createEnrolmentService({ keys, connect, guard, log }: EnrolmentNeeds) {
  return {
    async make({ draft, file }) {
      const path = resolve(file);
      const passphrase = newPassphrase();
      guard(passphrase);
      const sealed = await keys.makeEnrolment(draft, passphrase);
      if (!sealed.ok) return sealed;
      const written = writeEnrolment(path, sealed.value);
      return written.ok ? ok({ path, passphrase }) : written;
    },

    async use({ file, passphrase }) {
      const path = resolve(file);
      const read = await readEnrolment(path, passphrase, keys.openEnrolment);
      if (!read.ok) return read;
      const connected = await connect(read.value);
      if (!connected.ok) return connected;
      try {
        destroyEnrolment(path);
        return connected;
      } catch (error) {
        log.warn('enrolment-not-removed', { code: (error as NodeJS.ErrnoException).code });
        return err(storageError('enrolment-not-removed', { file: path }));
      }
    },
  } satisfies VerbsOf<'enrolment'>;
}
