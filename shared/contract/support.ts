/** What a person needs when something is wrong: diagnostics, safe mode, moving the data folder. */
import { z } from 'zod';
import { savedSchema } from './reports.ts';
import { nothing } from './wire.ts';

export const supportContract = {
  /** The whole text, to be looked at before it is saved: no key, no card, no name, no amount. */
  'support.diagnostics': { right: 'see', input: nothing, output: z.object({ text: z.string() }) },
  /** Saves the text that was shown last, and nothing else. */
  'support.saveDiagnostics': { right: 'see', input: nothing, output: savedSchema },
  /** Safe mode: the gateway may be reached from now on. */
  'support.connect': { right: 'settings.app', input: nothing, output: nothing },
  /** Noted now, done at the next start. */
  'support.moveData': {
    right: 'settings.app',
    input: z.object({ to: z.string().trim().min(1).max(1_000) }),
    output: z.object({ to: z.string() }),
  },
} as const;
