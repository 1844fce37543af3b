/** Z documents that were issued: shown, printed, kept as a file, and a file compared with what is kept here. */
import type { InputOf, OutputOf, ParsedInputOf } from '#shared/contract/index.ts';
import { closingError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Desk } from './desk.ts';
import { claimOf, judgeZFile, zFileName, zFileText } from './z-file.ts';

const notFound = (number: number) => err(closingError('z-not-found', { number }));

export async function zs(
  desk: Desk,
  { closingId }: InputOf<'closing.zs'>,
): Promise<Result<OutputOf<'closing.zs'>>> {
  return ok({ zs: await desk.db.call('closing.zs', closingId) });
}

export async function print(
  desk: Desk,
  id: ParsedInputOf<'closing.print'>,
): Promise<Result<OutputOf<'closing.print'>, AppError>> {
  const printed = await desk.db.call('closing.print', { ...desk.who(), id });
  if (!printed.ok) return printed;
  desk.changed(printed.value.document.closingId);
  return ok({ z: printed.value.document, copy: printed.value.copy });
}

export async function zFile(
  desk: Desk,
  id: ParsedInputOf<'closing.zFile'>,
): Promise<Result<OutputOf<'closing.zFile'>, AppError>> {
  const sealed = await desk.db.call('closing.sealedZ', id);
  if (!sealed) return notFound(id.number);
  return ok({ fileName: zFileName(sealed), text: zFileText(desk.profileId, sealed) });
}

export async function verifyZ(
  desk: Desk,
  { text }: InputOf<'closing.verifyZ'>,
): Promise<Result<OutputOf<'closing.verifyZ'>>> {
  const claim = claimOf(text);
  if (!claim) return ok({ kind: 'not-a-z' });
  const { branchKey, number, revision } = claim.content;
  const kept = await desk.db.call('closing.sealedZ', { branchKey, number, revision });
  return ok(judgeZFile(desk.profileId, text, claim, kept));
}
