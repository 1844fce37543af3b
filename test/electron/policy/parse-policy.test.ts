/** What is wrong with a policy is said with its line, and nothing of it binds. */
import { describe, expect, it } from 'vitest';
import { parsePolicyText, parsePolicyValues } from '#electron/policy/parse-policy.ts';
import { readRegistryAnswer } from '#electron/policy/registry.ts';

const FILE = '/etc/closeout/policy.json';
const read = (text: string) => parsePolicyText(text, FILE);
const refused = (code: string, line: number, key?: string) => ({
  ok: false,
  error: { kind: 'policy', code, params: { file: FILE, line, ...(key !== undefined && { key }) } },
});

describe('a policy of text', () => {
  it('gives its settings, without what an editor puts at its head', () => {
    const text =
      '{\n  "$schema": "policy.schema.json",\n  "language": "ar",\n  "reversalLimit": ["EGP 500.00"]\n}';
    expect(read(text)).toEqual({ ok: true, value: { language: 'ar', reversalLimit: ['EGP 500.00'] } });
    expect(read('{}')).toEqual({ ok: true, value: {} });
  });

  it('is refused with the line of a key that is not known', () => {
    const text = '{\n  "branch": "say \\"lokAfterMinutes\\": here",\n  "lokAfterMinutes": 3\n}';
    expect(read(text)).toEqual(refused('unknown-key', 3, 'lokAfterMinutes'));
  });

  it.each([
    ['lockAfterMinutes', '"3"'],
    ['lockAfterMinutes', '16'],
    ['language', '"fr"'],
    ['csvByteOrderMark', '1'],
    ['reversalLimit', '["10000.00"]'],
    ['reversalLimit', '["XXA 10000.00"]'],
    ['reversalLimit', '["EGP 1.00", "EGP 2.00"]'],
    ['roles', '["boss"]'],
    ['dashboardHost', '"http://gateway.example.com"'],
    ['proxy', '"http://me:secret@proxy.example.com:3128"'],
    ['exportFolder', '"files"'],
    ['environment', '"practice"'],
    ['backupEveryHours', '0'],
  ])('is refused with the line of %s: %s', (key, value) => {
    expect(read(`{\n\n  "${key}":\n    ${value}\n}`)).toEqual(refused('wrong-value', 3, key));
  });

  it('is refused with the line where JSON ends to be JSON, and of a key that is there twice', () => {
    expect(read('{\n  "language": "ar",\n}')).toEqual(refused('not-json', 3));
    expect(read('{\n  "language": "ar"\n')).toEqual(refused('not-json', 3));
    expect(read('[]')).toEqual(refused('not-json', 1));
    expect(read('{\n "language": "ar",\n "language": "en"\n}')).toEqual(
      refused('duplicate-key', 3, 'language'),
    );
  });
});

describe('the registry', () => {
  const ANSWER = [
    '',
    'HKEY_LOCAL_MACHINE\\Software\\Policies\\Closeout',
    '    lockAfterMinutes    REG_DWORD    0x3',
    '    csvByteOrderMark    REG_DWORD    0x0',
    '    merchantName    REG_SZ    Nile  Market',
    '    dashboardHost    REG_SZ    https://dashboard.example.com',
    '',
    'HKEY_LOCAL_MACHINE\\Software\\Policies\\Closeout\\roles',
    '    1    REG_SZ    cashier',
    '    2    REG_SZ    manager',
    '',
  ].join('\r\n');

  it('gives numbers, switches, texts and lists as the template writes them', () => {
    expect(parsePolicyValues(readRegistryAnswer(ANSWER), 'HKLM')).toEqual({
      ok: true,
      value: {
        lockAfterMinutes: 3,
        csvByteOrderMark: false,
        merchantName: 'Nile  Market',
        dashboardHost: 'https://dashboard.example.com',
        roles: ['cashier', 'manager'],
      },
    });
  });

  it('is refused where a value is not of its type, or not known', () => {
    const value = (line: string) =>
      parsePolicyValues(
        readRegistryAnswer(`HKEY_LOCAL_MACHINE\\Software\\Policies\\Closeout\r\n${line}`),
        'HKLM',
      );
    expect(value('    csvByteOrderMark    REG_DWORD    0x2')).toMatchObject({
      error: { code: 'wrong-value', params: { key: 'csvByteOrderMark' } },
    });
    expect(value('    lockAfter    REG_DWORD    0x2')).toMatchObject({
      error: { code: 'unknown-key', params: { file: 'HKLM', line: 0, key: 'lockAfter' } },
    });
  });
});
