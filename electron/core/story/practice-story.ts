/**
 * The story of Practice on this PC: told into a folder of its own, moved into place when somebody begins to practise. On a PC
 * without a merchant it is told ahead, while the first person types a name and a PIN.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoryLanguage } from '#shared/contract/practice.ts';
import type { Clock } from '#shared/time/clock.ts';
import { profileFolder, profileIdOf } from '../../services/profiles/profile-files.ts';
import { calendarOf } from './calendar.ts';
import { tellStory, toldSchema, type StoryNeeds, type Told } from './tell-story.ts';

type Needs = Omit<StoryNeeds, 'folder' | 'language' | 'nowMs' | 'signal' | 'startGateway'> & {
  readonly dataDir: string;
  readonly clock: Clock;
  /** Starts the built-in gateway with its data in this folder. */
  readonly startGateway: (
    folder: string,
    clock: Clock,
    language: StoryLanguage,
  ) => ReturnType<StoryNeeds['startGateway']>;
};
export type PracticeStory = ReturnType<typeof createPracticeStory>;

const TOLD = 'story.json';

function readTold(folder: string): Told | null {
  const path = join(folder, TOLD);
  if (!existsSync(path)) return null;
  try {
    return toldSchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? null;
  } catch {
    // Half written: the story is told again.
    return null;
  }
}

const foldersOf = (dataDir: string) => ({
  telling: join(dataDir, 'practice-story'),
  practice: join(dataDir, 'practice'),
});
const gatewayOf = (folder: string) => join(folder, 'gateway');

/** The gateway first: a profile without one is never there. */
function putInPlace(told: Told, dataDir: string): void {
  const { telling, practice } = foldersOf(dataDir);
  const profile = profileFolder(dataDir, profileIdOf('practice', told.merchantId));
  rmSync(practice, { recursive: true, force: true });
  renameSync(gatewayOf(telling), practice);
  writeFileSync(join(practice, TOLD), JSON.stringify(told));
  rmSync(profile, { recursive: true, force: true });
  mkdirSync(join(dataDir, 'profiles'), { recursive: true });
  renameSync(join(telling, 'profile'), profile);
  rmSync(telling, { recursive: true, force: true });
}

export function createPracticeStory({ dataDir, clock, startGateway, ...needs }: Needs) {
  const { telling, practice } = foldersOf(dataDir);
  let current: { language: StoryLanguage; end: AbortController; done: Promise<Told> } | null = null;

  async function tell(language: StoryLanguage, signal: AbortSignal): Promise<Told> {
    rmSync(telling, { recursive: true, force: true });
    mkdirSync(telling, { recursive: true });
    const told = await tellStory({
      ...needs,
      folder: join(telling, 'profile'),
      language,
      nowMs: clock.nowMs(),
      signal,
      startGateway: (storyClock) => startGateway(gatewayOf(telling), storyClock, language),
    });
    // Last, so that what is half told is never taken for the whole.
    writeFileSync(join(telling, TOLD), JSON.stringify(told));
    return told;
  }

  const isOfToday = ({ language, today }: Told, wanted: StoryLanguage) =>
    language === wanted && today === calendarOf(clock.nowMs()).today;

  async function stop(): Promise<void> {
    const ending = current;
    current = null;
    ending?.end.abort();
    await ending?.done.catch(() => null);
  }

  /** The story that was told already, if it is today's and in this language; else a new one. */
  async function prepared(language: StoryLanguage): Promise<Told> {
    if (current && current.language !== language) await stop();
    if (!current) {
      const told = readTold(telling);
      if (told && isOfToday(told, language)) return told;
      const end = new AbortController();
      const done = tell(language, end.signal).finally(() => (current = null));
      current = { language, end, done };
    }
    return current.done;
  }

  return {
    /** Tells it ahead. */
    prepare(language: StoryLanguage, onFailure: (error: unknown) => void): void {
      prepared(language).catch(onFailure);
    },
    /** Puts it where Practice is opened from. What was there goes. */
    begin: async (language: StoryLanguage): Promise<void> => putInPlace(await prepared(language), dataDir),
    /** What is told in Practice now; null in a bare one. */
    told: (): Told | null => readTold(practice),
    stop,
    /** Nobody needs what was told ahead. */
    async discard(): Promise<void> {
      await stop();
      rmSync(telling, { recursive: true, force: true });
    },
  };
}
