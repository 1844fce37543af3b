/** Takes an enrolment: the key and the password of this PC are made and kept before the server hears of them. */
import { readFileSync, statSync } from 'node:fs';
import { headOfficeError, keychainError, storageError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { connect } from '../../head-office/connection.ts';
import { readEnrolment, type EnrolmentPaper } from '../../head-office/enrolment-file.ts';
import { newIdentity } from '../../head-office/entry.ts';
import { failureOf } from '../../head-office/failure.ts';
import { newPassword } from '../../head-office/password.ts';
import { takeEnrolment } from '../../head-office/pc.ts';
import type { ProfileContext } from '../context.ts';
import type { Membership, MembershipStore } from './membership.ts';

const LARGEST_BYTES = 64 * 1024;

function readPaper(path: string, context: ProfileContext): Result<EnrolmentPaper, AppError> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return err(storageError('backup-file-not-found', { file: path }));
  // Only a file of this size is read: a pipe would never end, and a large file would fill the memory.
  if (!found.isFile() || found.size > LARGEST_BYTES)
    return err(headOfficeError('not-an-enrolment', { file: path }));
  const read = readEnrolment(readFileSync(path, 'utf8'), context.clock.nowMs());
  if (!read.ok) return err(headOfficeError(read.problem, { file: path }));
  const { environment, merchant } = read.paper;
  const isOurs = environment === context.environment && merchant === context.merchantId;
  return isOurs ? ok(read.paper) : err(headOfficeError('other-merchant', { merchant, environment }));
}

export async function takePart(
  path: string,
  context: ProfileContext,
  store: MembershipStore,
): Promise<Result<Membership, AppError>> {
  const read = readPaper(path, context);
  if (!read.ok) return read;
  const { name, environment, merchant, branch, host, port, database, ca, user } = read.value;
  const membership: Membership = {
    name,
    identity: newIdentity(),
    place: { environment, merchant, branch },
    login: { host, port, database, ca, user, password: newPassword() },
  };
  const kept = await store.write(membership);
  if (!kept.ok) return kept;
  if (!kept.value) return err(keychainError('unavailable'));
  try {
    const connection = await connect(read.value);
    try {
      await takeEnrolment(connection, membership.identity.publicKey, membership.login.password);
    } finally {
      await connection.close();
    }
    return ok(membership);
  } catch (error) {
    const cause = failureOf(error);
    context.log.warn('head-office-not-joined', { cause });
    await store.forget();
    // The password of an enrolment that was used is not taken any more, and neither is one that was never made.
    return err(
      cause === 'used' || cause === 'password'
        ? headOfficeError('used')
        : cause === 'expired'
          ? headOfficeError('expired', { file: path })
          : headOfficeError('failed', { failure: cause }),
    );
  }
}
