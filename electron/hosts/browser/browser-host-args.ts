/** How the browser host is run in a Node of its own. */
import { join } from 'node:path';

/** Node 24 can end a process by SIGSEGV while it collects code of this compiler, most with worker threads (nodejs/node#62393). */
const WITHOUT_SPARKPLUG = '--no-sparkplug';

export const browserHostArgs = (root: string, args: readonly string[]): string[] => [
  WITHOUT_SPARKPLUG,
  join(root, 'electron/hosts/browser/browser-host.ts'),
  ...args,
];
