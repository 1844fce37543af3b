/** Starts the browser host and keeps its compiled code for the next start, which then takes about half the time. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Beside the program, not in the shared temporary folder: a person who could write there could change the program. Worker threads
// read the variable.
process.env['NODE_COMPILE_CACHE'] ??= join(
  import.meta.dirname,
  '../../../node_modules/.cache/closeout/compiled',
);
enableCompileCache(process.env['NODE_COMPILE_CACHE']);
await import('./browser-host.ts');
