/**
 * The policy as Windows keeps it, below HKEY_LOCAL_MACHINE, which only administrators may write. Numbers and switches are
 * REG_DWORD, texts REG_SZ, lists values named 1, 2, … below a key of the setting's name, as the template makes them.
 */
import { z } from 'zod';
import { policySchema } from '#shared/contract/policy.ts';

export const REGISTRY_KEY = 'HKLM\\Software\\Policies\\Closeout';

const isSwitch = (key: string): boolean => {
  const schema = (policySchema.shape as Record<string, z.ZodOptional>)[key];
  return schema?.unwrap() instanceof z.ZodBoolean;
};

/** What `reg query KEY /s` says. A value that is no number and no text is kept as it is, and refused by the schema. */
export function readRegistryAnswer(answer: string): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  let below: string | null = null;
  for (const line of answer.split(/\r?\n/)) {
    const key = /^HKEY_LOCAL_MACHINE\\Software\\Policies\\Closeout(?:\\(\S+))?\s*$/i.exec(line);
    if (key) {
      below = key[1] ?? null;
      if (below !== null) values[below] = [];
      continue;
    }
    const [, name, type, text] = /^ {4}(.+?) {4}(REG_\w+) {4}(.*)$/.exec(line) ?? [];
    if (name === undefined || text === undefined) continue;
    const value = type === 'REG_DWORD' ? Number(text) : text;
    const isYesOrNo = isSwitch(name) && (value === 0 || value === 1);
    if (below === null) values[name] = isYesOrNo ? value === 1 : value;
    else (values[below] as unknown[]).push(value);
  }
  return values;
}
