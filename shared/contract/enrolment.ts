/** An enrolment file carries a merchant and its keys to another computer, under a passphrase, once. */
import { z } from 'zod';
import { connectInput, profileSchema } from './profiles.ts';

const passphraseInput = z.string().max(200);
const pathInput = z.string().trim().min(1).max(1_000);

export const enrolmentContract = {
  /** From what is typed: keys that are stored never come out. Answers the passphrase, which is told once. */
  'enrolment.make': {
    right: 'settings.profiles',
    input: z.object({ draft: connectInput, file: pathInput }),
    output: z.object({ path: z.string(), passphrase: z.string() }),
  },
  /** Connects the merchant in it and makes it active; then the file is overwritten and removed. */
  'enrolment.use': {
    right: 'settings.profiles',
    input: z.object({ file: pathInput, passphrase: passphraseInput }),
    output: profileSchema,
  },
} as const;
