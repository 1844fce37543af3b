import type { BrowserWindow, MessageBoxOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { createOpenOutside } from '#electron/hosts/desktop/open-outside.ts';

function host(answers: number[]) {
  const asked: string[] = [];
  const opened: string[] = [];
  const waiting: (() => void)[] = [];
  const open = createOpenOutside({
    dialog: {
      showMessageBox: async (_window: unknown, { message }: MessageBoxOptions) => {
        asked.push(message);
        await new Promise<void>((resolve) => waiting.push(resolve));
        return { response: answers.shift() ?? 0, checkboxChecked: false };
      },
    } as never,
    shell: { openExternal: (url: string) => Promise.resolve(void opened.push(url)) },
    windowNow: () => ({ isDestroyed: () => false }) as BrowserWindow,
  });
  /** A person answers the question that is there, if there is one. */
  const answered = async (...addresses: string[]) => {
    const all = addresses.map(open);
    for (const answer of waiting.splice(0)) answer();
    await Promise.all(all);
  };
  return { asked, opened, answered };
}

describe('a page for the system’s browser', () => {
  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'file://server/share/a.exe',
    '\\\\server\\share\\a.exe',
    'http://shop.example/',
    'http://127.0.0.1.evil.example/',
    'http://127.0.0.1@evil.example/',
    'https://pay.example@evil.example/',
    'https://a:b@pay.example/',
    'ms-msdt:/id',
    'https://',
    `https://evil.example/?${'x'.repeat(2_048)}`,
  ])('%s is not one, and nobody is asked', async (address) => {
    const { asked, opened, answered } = host([1]);
    await answered(address);
    expect({ asked, opened }).toEqual({ asked: [], opened: [] });
  });

  it('is opened after a person saw its host and said yes, and that host is not asked about again', async () => {
    const { asked, opened, answered } = host([1, 1]);
    await answered('https://pay.example/a');
    await answered('https://pay.example/b');
    await answered('http://127.0.0.1:4711/pay');
    expect(asked).toHaveLength(2);
    expect(asked[0]).toContain('pay.example');
    expect(opened).toEqual(['https://pay.example/a', 'https://pay.example/b', 'http://127.0.0.1:4711/pay']);
  });

  it('that a person did not want stays closed, and is asked about again', async () => {
    const { asked, opened, answered } = host([0, 0]);
    await answered('https://evil.example/');
    await answered('https://evil.example/');
    expect(asked).toHaveLength(2);
    expect(opened).toEqual([]);
  });

  it('asks one question at a time: a page that opens many opens none unseen', async () => {
    const { asked, opened, answered } = host([0]);
    await answered('https://evil.example/1', 'https://evil.example/2', 'https://other.example/');
    expect(asked).toHaveLength(1);
    expect(opened).toEqual([]);
  });

  it('is given as the parser writes it', async () => {
    const { opened, answered } = host([1]);
    await answered('https:\\\\pay.example\\a b"&calc');
    expect(opened).toEqual(['https://pay.example/a%20b%22&calc']);
  });
});
