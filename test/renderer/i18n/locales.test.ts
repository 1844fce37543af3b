import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gridWords } from '#renderer/components/grid-texts.ts';
import { auditActions } from '#electron/audit/entry.ts';
import { connectionCheckSchema } from '#shared/contract/profiles.ts';
import { operationEventSchema } from '#shared/contract/operations.ts';
import { movementKinds } from '#shared/domain/operation.ts';
import { errorCodes } from '#shared/errors/error-codes.ts';

const root = join(import.meta.dirname, '../../..');
const PLURAL = /_(zero|one|two|few|many|other)$/;
const ARABIC_FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'];

type Texts = Map<string, string>;

function flatten(value: unknown, prefix: string, into: Texts): void {
  if (typeof value === 'string') into.set(prefix, value);
  else
    for (const [key, inner] of Object.entries(value as Record<string, unknown>))
      flatten(inner, `${prefix}.${key}`, into);
}

function textsOf(language: string): Texts {
  const folder = join(root, 'resources/locales', language);
  const texts: Texts = new Map();
  for (const file of readdirSync(folder))
    flatten(JSON.parse(readFileSync(join(folder, file), 'utf8')), file.replace('.json', ''), texts);
  return texts;
}

const en = textsOf('en');
const ar = textsOf('ar');
const stems = (texts: Texts) => [...new Set([...texts.keys()].map((key) => key.replace(PLURAL, '')))].sort();
const variables = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1] ?? '').sort();

/** Every string literal of the window that is written as a key: a locale file's name, then places. */
function literalKeys(): Map<string, string> {
  const features = readdirSync(join(root, 'resources/locales/en')).map((file) => file.replace('.json', ''));
  const pattern = new RegExp(`\\bt\\(\\s*'((?:${features.join('|')})\\.[\\w.-]+)'`, 'g');
  const found = new Map<string, string>();
  for (const entry of readdirSync(join(root, 'renderer'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    for (const match of readFileSync(path, 'utf8').matchAll(pattern))
      found.set(match[1] ?? '', path.slice(root.length + 1));
  }
  return found;
}

describe('the texts', () => {
  it('have the same keys in English and Arabic', () => {
    expect(stems(ar)).toEqual(stems(en));
  });

  it('have all six plural forms in Arabic where they have any', () => {
    const plurals = [...ar.keys()].filter((key) => PLURAL.test(key)).map((key) => key.replace(PLURAL, ''));
    const missing = [...new Set(plurals)].flatMap((stem) =>
      ARABIC_FORMS.map((form) => `${stem}_${form}`).filter((key) => !ar.has(key)),
    );
    expect(missing).toEqual([]);
  });

  it('are never empty', () => {
    const empty = [...en, ...ar].filter(([, text]) => text.trim() === '').map(([key]) => key);
    expect(empty).toEqual([]);
  });

  it('name the same variables in both languages', () => {
    const differing = [...en.keys()].filter(
      (key) =>
        !PLURAL.test(key) &&
        JSON.stringify(variables(en.get(key) ?? '')) !== JSON.stringify(variables(ar.get(key) ?? '')),
    );
    expect(differing).toEqual([]);
  });

  it('exist for every literal key that the window asks for', () => {
    const known = new Set([...en.keys(), ...stems(en)]);
    const keys = literalKeys();
    expect(keys.size).toBeGreaterThan(50);
    expect([...keys].filter(([key]) => !known.has(key))).toEqual([]);
  });

  it('say what happened and what to do next for every error there is', () => {
    const wanted = Object.entries(errorCodes).flatMap(([kind, list]) =>
      list.flatMap((code) => [`errors.${kind}.${code}.title`, `errors.${kind}.${code}.next`]),
    );
    expect(wanted.filter((key) => !en.has(key) || !ar.has(key))).toEqual([]);
  });

  it('name every kind of entry of the activity record, and of movement', () => {
    const wanted = [
      ...auditActions.map((action) => `activity.action.${action.replace('.', '-')}`),
      ...movementKinds.map((kind) => `operations.kind.${kind}`),
    ];
    expect(wanted.filter((key) => !en.has(key) || !ar.has(key))).toEqual([]);
  });

  it('have the words of the library of the grid', () => {
    expect(gridWords.filter((word) => !en.has(`grid.${word}`) || !ar.has(`grid.${word}`))).toEqual([]);
  });

  it('name every check, its outcomes, and every event of a movement', () => {
    const { check, outcome } = connectionCheckSchema.shape;
    const wanted = [
      ...check.options.map((name) => `profiles.check.${name}`),
      ...outcome.options.map((name) => `profiles.check.outcome.${name}`),
      ...operationEventSchema.shape.code.options.map((name) => `operations.event.${name}`),
    ];
    expect(wanted.filter((key) => !en.has(key) || !ar.has(key))).toEqual([]);
  });
});
