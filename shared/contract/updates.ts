/** New versions: looked for, downloaded, and installed when nothing is under way. */
import { z } from 'zod';
import { updateChannels } from './policy.ts';
import { appErrorSchema, nothing } from './wire.ts';

const updateStateSchema = z.object({
  /** False: this host cannot install; a person does. */
  canInstall: z.boolean(),
  channel: z.enum(updateChannels),
  state: z.enum(['idle', 'looking', 'downloading', 'ready']),
  /** The version that is being downloaded, or is ready. */
  version: z.string().nullable(),
  /** The one that was here before this one; null if there was none. */
  previous: z.string().nullable(),
  error: appErrorSchema.nullable(),
});
export type UpdateState = z.output<typeof updateStateSchema>;

export const updatesContract = {
  'updates.state': { right: 'see', input: nothing, output: updateStateSchema },
  'updates.setChannel': {
    right: 'settings.app',
    input: z.object({ channel: z.enum(updateChannels) }),
    output: updateStateSchema,
  },
  /** Looks for a newer version, and downloads it. */
  'updates.look': { right: 'settings.app', onlyReads: true, input: nothing, output: updateStateSchema },
  /** Downloads the version that was here before. Data is untouched. */
  'updates.back': { right: 'settings.app', onlyReads: true, input: nothing, output: updateStateSchema },
  /** Ends Closeout and installs what is ready. Refused while money is in flight or a day is being closed. */
  'updates.install': { right: 'settings.app', input: nothing, output: nothing },
} as const;

export const updatesEvents = { 'updates.changed': updateStateSchema } as const;
