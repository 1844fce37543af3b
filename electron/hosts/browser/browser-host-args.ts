/** How the built browser host is run in a Node of its own. */
import { join } from 'node:path';
import { RUNTIME_FLAGS } from '../launch/runtime-flags.ts';

export const browserHostArgs = (root: string, args: readonly string[]): string[] => [
  ...RUNTIME_FLAGS,
  join(root, 'out/main/browser-host.js'),
  ...args,
];
