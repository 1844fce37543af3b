/** A policy from text, with the line of what is wrong with it. Pure. */
import { policyKeys, policySchema, type Policy } from '#shared/contract/policy.ts';
import { policyError, type PolicyError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';

type Parsed = Result<Policy, PolicyError>;

const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length;

/** Where a name is a key: a quote inside a text would be escaped. */
const placesOf = (text: string, key: string): number[] =>
  [...text.matchAll(/"((?:[^"\\]|\\.)*)"\s*(:?)/g)].flatMap((found) =>
    found[2] === ':' && found[1] === key ? [found.index] : [],
  );
const lineOf = (text: string, key: string): number => lineAt(text, placesOf(text, key)[0] ?? 0);

/** The parser names a position, or none where the text ends too early. */
function brokenAt(text: string, error: unknown): number {
  const position = /position (\d+)/.exec(String(error))?.[1];
  return lineAt(text, position === undefined ? text.length : Number(position));
}

/** What a JSON schema or an editor puts at the head is no setting. */
const NO_SETTING = '$schema';

function problemOf(values: Record<string, unknown>, file: string, line: (key: string) => number): Parsed {
  const { [NO_SETTING]: _schema, ...settings } = values;
  const unknown = Object.keys(settings).find((key) => !policyKeys.some((known) => known === key));
  if (unknown !== undefined)
    return err(policyError('unknown-key', { file, line: line(unknown), key: unknown.slice(0, 60) }));
  const parsed = policySchema.safeParse(settings);
  if (parsed.success) return ok(parsed.data);
  const key = String(parsed.error.issues[0]?.path[0] ?? '');
  return err(policyError('wrong-value', { file, line: line(key), key }));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses the text of a policy file. */
export function parsePolicyText(text: string, file: string): Parsed {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return err(policyError('not-json', { file, line: brokenAt(text, error) }));
  }
  if (!isRecord(json)) return err(policyError('not-json', { file, line: 1 }));
  const twice = Object.keys(json).find((key) => placesOf(text, key).length > 1);
  if (twice !== undefined) {
    const line = lineAt(text, placesOf(text, twice)[1] ?? 0);
    return err(policyError('duplicate-key', { file, line, key: twice }));
  }
  return problemOf(json, file, (key) => lineOf(text, key));
}

/** Of values that come from elsewhere than a file: they have no lines. */
export const parsePolicyValues = (values: Record<string, unknown>, place: string): Parsed =>
  problemOf(values, place, () => 0);
