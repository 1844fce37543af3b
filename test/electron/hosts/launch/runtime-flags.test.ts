/** Every process that runs threads of ours runs them with the flags of runtime-flags.ts, which V8 takes for a whole process. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { browserHostArgs } from '#electron/hosts/browser/browser-host-args.ts';
import { RUNTIME_FLAGS } from '#electron/hosts/launch/runtime-flags.ts';

const root = join(import.meta.dirname, '../../../..');
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const sources = readdirSync(join(root, 'electron'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => `electron/${file.replaceAll('\\', '/')}`);

/** A process of Node, of the desktop, or a copy of this one. */
const STARTS_NODE = /\bfork\(|spawn\(\s*process\.execPath/;
const startsNode = sources.filter((file) => STARTS_NODE.test(textOf(file)));

describe('the flags of the runtime', () => {
  it('are found where processes start', () => {
    expect(startsNode.length).toBeGreaterThanOrEqual(4);
  });

  it.each(startsNode)('are given to the process that %s starts', (file) => {
    expect(textOf(file)).toMatch(/\.\.\.RUNTIME_FLAGS|browserHostArgs\(/);
  });

  it('come before the script of the browser host', () => {
    const args = browserHostArgs(root, ['--no-open']);
    expect(args.slice(0, RUNTIME_FLAGS.length)).toEqual(RUNTIME_FLAGS);
  });

  it('are set on the desktop before anything starts a thread or a window', () => {
    const text = textOf('electron/hosts/desktop/main.ts');
    const [own, window, start] = [/^for .*setFlagsFromString/m, /^app\..*'js-flags'/m, /^main\(\)/m].map(
      (line) => text.search(line),
    );
    expect(own).toBeGreaterThan(0);
    expect(window).toBeGreaterThan(0);
    expect(start).toBeGreaterThan(Math.max(own ?? 0, window ?? 0));
  });
});
