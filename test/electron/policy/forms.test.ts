/** The forms of administrators say what the schema says, and what they make is read back as it was meant. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { parsePolicyText, parsePolicyValues } from '#electron/policy/parse-policy.ts';
import { admxText, examples, linuxText, macProfileText, parts } from '#electron/policy/policy-forms.ts';
import { readRegistryAnswer } from '#electron/policy/registry.ts';
import { forms } from '#electron/policy/write-forms.ts';
import { policyKeys } from '#shared/contract/policy.ts';

const root = join(import.meta.dirname, '../../..');

type Element = { name: string; attributes: Record<string, string>; text: string };
/** Throws where the text is no well-formed XML. */
function elementsOf(text: string): Element[] {
  const parser = new SaxesParser();
  const found: Element[] = [];
  const open: Element[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: '' };
    found.push(element);
    open.push(element);
  });
  parser.on('text', (part) => {
    const last = open.at(-1);
    if (last) last.text += part;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  return found;
}

/** What Windows writes for a form that is filled in with the examples. */
function registryOf(): string {
  const lines: string[] = [];
  const lists: string[] = [];
  for (const { key } of parts) {
    const value = examples[key];
    if (Array.isArray(value))
      lists.push(
        `HKEY_LOCAL_MACHINE\\Software\\Policies\\Closeout\\${key}`,
        ...value.map((one, at) => `    ${at + 1}    REG_SZ    ${one}`),
      );
    else if (typeof value === 'string') lines.push(`    ${key}    REG_SZ    ${value}`);
    else lines.push(`    ${key}    REG_DWORD    0x${Number(value).toString(16)}`);
  }
  return ['HKEY_LOCAL_MACHINE\\Software\\Policies\\Closeout', ...lines, ...lists].join('\r\n');
}

describe('the forms', () => {
  it('are those of the schema now: `npm run policy-forms` writes them', async () => {
    for (const [path, text] of await forms()) expect(readFileSync(join(root, path), 'utf8'), path).toBe(text);
  });

  it('of Windows name every setting once, with its value where the app reads it', () => {
    const elements = elementsOf(admxText());
    const policies = elements.filter(({ name }) => name === 'policy');
    expect(policies.map(({ attributes }) => attributes['name'])).toEqual(policyKeys);
    const places = elements.flatMap(({ name, attributes }) =>
      name === 'list' ? [attributes['key']?.split('\\').at(-1)] : (attributes['valueName'] ?? []),
    );
    expect([...places].sort()).toEqual([...policyKeys].sort());
    expect(parsePolicyValues(readRegistryAnswer(registryOf()), 'HKLM')).toEqual({
      ok: true,
      value: examples,
    });
  });

  it.each(['en-US', 'ar-SA'])('of Windows have every text and every field in %s', (language) => {
    const adml = readFileSync(join(root, `resources/policy/windows/${language}/Closeout.adml`), 'utf8');
    const elements = elementsOf(adml);
    const ids = (kind: string) =>
      new Set(elements.filter(({ name }) => name === kind).map(({ attributes }) => attributes['id']));
    const named = (kind: string) => [...admxText().matchAll(new RegExp(`\\$\\(${kind}\\.(\\w+)\\)`, 'g'))];
    expect(named('string').filter(([, id]) => !ids('string').has(id))).toEqual([]);
    expect(named('presentation').filter(([, id]) => !ids('presentation').has(id))).toEqual([]);
  });

  it('of macOS set nothing until somebody takes a setting out of its comment, and then that setting', () => {
    const settings = (text: string) => {
      const elements = elementsOf(text).filter(({ name }) => !['plist', 'dict'].includes(name));
      const at = elements.findLastIndex(({ text: key }) => key === 'PayloadDisplayName');
      return elements.slice(at + 2).map(({ name, text: inside }) => `${name} ${inside}`.trim());
    };
    expect(settings(macProfileText())).toEqual([]);
    expect(
      settings(macProfileText({ lockAfterMinutes: 3, roles: ['cashier'], csvByteOrderMark: true })),
    ).toEqual([
      'key csvByteOrderMark',
      'true',
      'key lockAfterMinutes',
      'integer 3',
      'key roles',
      'array',
      'string cashier',
    ]);
  });

  it('of Linux are a policy with every setting', () => {
    expect(parsePolicyText(linuxText(), 'policy.json')).toEqual({ ok: true, value: examples });
  });
});
