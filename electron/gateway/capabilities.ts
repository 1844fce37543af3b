/**
 * What has been learnt of one gateway by asking it:
 * `npm run conformance -- --flags gateway-capabilities.json`, the file put into the data folder. What is not known is taken
 * as the worst.
 */
import { z } from 'zod';
import type { ProfileError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import { parseDataFile, readDataFile } from './data-file.ts';

export const CAPABILITIES_FILE = 'gateway-capabilities.json';

export type Capabilities = {
  /** Whether a terminal's list shows that a sale was reversed. Only then can a reversal be believed not to have happened. */
  readonly listShowsReversed: boolean;
  /** How long its lists may lag behind what it did. */
  readonly listLagMs: number;
  /** How long an answer to a movement is waited for. */
  readonly deadlineMs: number;
};

const LIST_LAG_MS = 15 * 60_000;
/** The longest a card-present network is known to take. */
const DEADLINE_MS = 150_000;

/** A gateway of which nothing has been learnt. */
export const unknownCapabilities: Capabilities = {
  listShowsReversed: false,
  listLagMs: LIST_LAG_MS,
  deadlineMs: DEADLINE_MS,
};
/** The built-in gateway, whose list shows what was reversed at once. */
export const practiceCapabilities: Capabilities = { ...unknownCapabilities, listShowsReversed: true };

const milliseconds = z
  .number()
  .int()
  .min(0)
  .max(7 * 86_400_000)
  .nullable();
/** As the conformance suite writes it; other fields pass through. `settleWindowMs` is its name for the lag of the lists. */
const learntSchema = z.looseObject({
  dashboardHost: z.string().min(1),
  listShowsReversed: z.boolean().nullable(),
  settleWindowMs: milliseconds,
  longestWaitMs: milliseconds,
});
const fileSchema = z.union([learntSchema.transform((one) => [one]), z.array(learntSchema)]);
type Learnt = z.output<typeof learntSchema>;

/** A measured window or wait makes ours longer, never shorter: one quiet run is no promise. */
const capabilitiesOf = ({ listShowsReversed, settleWindowMs, longestWaitMs }: Learnt): Capabilities => ({
  listShowsReversed: listShowsReversed === true,
  listLagMs: Math.max(LIST_LAG_MS, settleWindowMs ?? 0, longestWaitMs ?? 0),
  deadlineMs: Math.max(DEADLINE_MS, 2 * (longestWaitMs ?? 0)),
});

type LearntCapabilities = (dashboardUrl: string) => Capabilities;

/** What the file says, by dashboard host. A bad file is an error, and then nothing counts as learnt. */
export async function loadCapabilities(dataDir: string): Promise<Result<LearntCapabilities, ProfileError>> {
  const raw = await readDataFile(dataDir, CAPABILITIES_FILE);
  if (!raw.ok) return raw;
  return raw.value === null ? ok(() => unknownCapabilities) : readCapabilities(raw.value);
}

export function readCapabilities(raw: string): Result<LearntCapabilities, ProfileError> {
  const parsed = parseDataFile(raw, CAPABILITIES_FILE, fileSchema);
  if (!parsed.ok) return parsed;
  return ok((dashboardUrl) => {
    const { host } = new URL(dashboardUrl);
    const learnt = parsed.value.find(({ dashboardHost }) => dashboardHost === host);
    return learnt ? capabilitiesOf(learnt) : unknownCapabilities;
  });
}
