/** `npm run policy-forms`: writes the forms of resources/policy and the table of the documents from the schema. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format } from 'oxfmt';
import { z } from 'zod';
import { policyKeySchema } from '#shared/contract/policy.ts';
import { admlText, admxText, jsonSchemaText, linuxText, macProfileText, tableText } from './policy-forms.ts';

const root = join(import.meta.dirname, '../..');
const wordsSchema = z.object({ title: z.string(), key: z.record(policyKeySchema, z.string()) });
const wordsOf = (language: string) =>
  wordsSchema.parse(
    JSON.parse(readFileSync(join(root, `resources/locales/${language}/policy.json`), 'utf8')),
  );

async function formatted(path: string, text: string): Promise<string> {
  if (!/\.(json|md)$/.test(path)) return text;
  return (await format(path, text, { printWidth: 110 })).code;
}

/** Every form by its path from the root. */
export async function forms(): Promise<ReadonlyMap<string, string>> {
  const made: [string, string][] = [
    ['resources/policy/policy.schema.json', jsonSchemaText()],
    ['resources/policy/windows/Closeout.admx', admxText()],
    ['resources/policy/windows/en-US/Closeout.adml', admlText(wordsOf('en'))],
    ['resources/policy/windows/ar-SA/Closeout.adml', admlText(wordsOf('ar'))],
    ['resources/policy/macos/Closeout.mobileconfig', macProfileText()],
    ['resources/policy/linux/policy.json', linuxText()],
    ['docs/generated/policy.md', tableText()],
  ];
  return new Map(
    await Promise.all(
      made.map(async ([path, text]) => [path, await formatted(join(root, path), text)] as const),
    ),
  );
}

if (process.argv[1] === import.meta.filename) {
  for (const [path, text] of await forms()) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(path);
  }
}
