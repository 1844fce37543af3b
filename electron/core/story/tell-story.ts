/**
 * Tells the story of Practice: the last fortnight of a merchant, lived by the real services against the built-in gateway, under a
 * clock of its own. What it leaves is a profile and a gateway like any other.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { z } from 'zod';
import type { EventName } from '#shared/contract/index.ts';
import { storyLanguages, type StoryLanguage } from '#shared/contract/practice.ts';
import type { Clock } from '#shared/time/clock.ts';
import { profileIdOf } from '../../services/profiles/profile-files.ts';
import { practiceCapabilities } from '../../gateway/capabilities.ts';
import type { Credentials } from '../../gateway/create-gateway.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Log } from '../../log/log.ts';
import { alwaysThere } from '../../services/context.ts';
import type { Approval } from '../../services/people/index.ts';
import { openSession, type ProfileSession } from '../profile-session.ts';
import { calendarOf } from './calendar.ts';
import { controlPathAt } from './control-path.ts';
import { scenesOf, statementFrom } from './scenes.ts';
import { createStoryClock, createStoryRandom } from './story-clock.ts';
import { must, type Teller } from './teller.ts';
import { storyWords, type StoryPart } from './words.ts';

/** A story of another version is told anew if nobody has begun to practise with it. */
const STORY_VERSION = 1;

type Access = Credentials & { dashboardUrl: string; checkoutUrl: string; merchantId: string };
type StoryGateway = { live: Access; controlUrl: string; stop(): Promise<void> };
export type StoryNeeds = {
  /** The merchant's files are made here. */
  readonly folder: string;
  readonly language: StoryLanguage;
  readonly nowMs: number;
  readonly version: string;
  readonly log: Log;
  readonly databaseWorkerUrl: URL;
  readonly statementWorkerUrl: URL | undefined;
  readonly startGateway: (clock: Clock) => Promise<StoryGateway>;
  readonly clientFor: (gateway: StoryGateway, clock: Clock) => Gateway;
  readonly onProgress: (done: number, total: number) => void;
  /** Ends between two scenes. */
  readonly signal: AbortSignal;
};

/** Kept beside the gateway's data. */
export const toldSchema = z.object({
  version: z.literal(STORY_VERSION),
  language: z.enum(storyLanguages),
  merchantId: z.string(),
  /** The business day that is open in it. */
  today: z.iso.date(),
  /** The first day of the statement that waits to be imported. */
  statementFrom: z.iso.date(),
});
export type Told = z.output<typeof toldSchema>;

const toldOf = ({ language, nowMs }: StoryNeeds, { live }: StoryGateway): Told => {
  const calendar = calendarOf(nowMs);
  const { today } = calendar;
  return {
    version: STORY_VERSION,
    language,
    merchantId: live.merchantId,
    today,
    statementFrom: statementFrom(calendar),
  };
};

const SEED = 7;

type Listener = { event: EventName; is: (payload: { finished?: boolean }) => boolean; resolve: () => void };

/** Events of the session, for scenes that wait for one. */
function createEars() {
  const listening = new Set<Listener>();
  return {
    emit(event: EventName, payload: unknown): void {
      for (const one of [...listening])
        if (one.event === event && one.is(payload as { finished?: boolean })) {
          listening.delete(one);
          one.resolve();
        }
    },
    heard: (event: EventName, is: Listener['is']) =>
      new Promise<void>((resolve) => void listening.add({ event, is, resolve })),
  };
}

/** The lists that a merchant who comes in the morning would find read, and what they are compared with. */
async function readEverything({ session, heard }: Teller): Promise<void> {
  const { settlement, instantSettlement, payments, reconciliation } = session;
  const isFinished = ({ finished }: { finished?: boolean }) => finished === true;
  must(await settlement.refreshWindows());
  const settled = heard('settlement.downloadProgress', isFinished);
  must(await settlement.downloadSettled({ branchIds: [], anew: false }));
  await settled;
  const paid = heard('payments.progress', isFinished);
  must(await payments.download({ anew: false }));
  await paid;
  must(await instantSettlement.refresh());
  const compared = heard('reconciliation.progress', isFinished);
  must(await reconciliation.run());
  await compared;
}

async function play(teller: Teller, { nowMs, onProgress, signal }: StoryNeeds): Promise<void> {
  const scenes = scenesOf(calendarOf(nowMs));
  must(await teller.session.terminals.refreshList());
  for (const [at, { atMs, play }] of scenes.entries()) {
    signal.throwIfAborted();
    onProgress(at, scenes.length + 1);
    teller.clock.put(Math.max(atMs, teller.clock.nowMs()));
    await play(teller);
  }
  onProgress(scenes.length, scenes.length + 1);
  await readEverything(teller);
  const broken = await teller.control.broken();
  if (broken.length > 0) throw new Error(`the story's gateway is broken: ${broken.join('; ')}`);
  const { verdict } = await teller.session.audit.verify();
  if (!verdict.ok) throw new Error(`the story's record is broken: ${JSON.stringify(verdict)}`);
}

async function openStory(
  needs: StoryNeeds,
  gateway: StoryGateway,
  clock: ReturnType<typeof createStoryClock>,
) {
  const { folder, language, version, log, databaseWorkerUrl, statementWorkerUrl } = needs;
  const words = storyWords[language];
  const ears = createEars();
  let acting: StoryPart = 'manager';
  const approval = (): Approval => ({ by: words[acting], approvedBy: null, requestedBy: null });
  const { merchantId } = gateway.live;
  const session: ProfileSession = must(
    await openSession({
      folder,
      workerUrl: databaseWorkerUrl,
      statementWorkerUrl,
      provisional: true,
      contextOf: (db) => ({
        profileId: profileIdOf('practice', merchantId),
        merchantId,
        version,
        environment: 'practice',
        actor: () => words[acting],
        seesExpected: () => true,
        seesContacts: () => true,
        presence: alwaysThere,
        clock,
        random: createStoryRandom(SEED),
        log,
        emit: (event, payload) => ears.emit(event, payload),
        db,
        gateway: needs.clientFor(gateway, clock),
        capabilities: practiceCapabilities,
      }),
    }),
  );
  const teller: Teller = {
    session,
    clock,
    control: controlPathAt(gateway),
    words,
    as: (who) => (acting = who),
    approval,
    heard: ears.heard,
  };
  return teller;
}

/** Plays the story of Practice into an empty folder. Answers what the tour and the tests ask about it. */
export async function tellStory(needs: StoryNeeds): Promise<Told> {
  const clock = createStoryClock(calendarOf(needs.nowMs).beginsMs);
  rmSync(needs.folder, { recursive: true, force: true });
  mkdirSync(needs.folder, { recursive: true });
  const gateway = await needs.startGateway(clock);
  try {
    const teller = await openStory(needs, gateway, clock);
    try {
      await play(teller, needs);
      return toldOf(needs, gateway);
    } finally {
      await teller.session.stop();
    }
  } finally {
    await gateway.stop();
  }
}
