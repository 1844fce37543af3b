/** JSON files that an administrator puts into the data folder: a bad one is an error that names it, never passed over. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { profileError, type ProfileError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';

const invalid = (where: string, problem: string) => err(profileError('overrule-invalid', { where, problem }));

/** The file's text; null when there is none. */
export async function readDataFile(
  dataDir: string,
  file: string,
): Promise<Result<string | null, ProfileError>> {
  try {
    return ok(await readFile(join(dataDir, file), 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? ok(null) : invalid(file, String(error));
  }
}

/** The text as its schema; the error's `where` is the field, or the file. */
export function parseDataFile<T>(raw: string, file: string, schema: z.ZodType<T>): Result<T, ProfileError> {
  let json: unknown;
  try {
    json = JSON.parse(raw);
  } catch (error) {
    return invalid(file, String(error));
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  return invalid(issue?.path.join('.') || file, issue?.message ?? '');
}
