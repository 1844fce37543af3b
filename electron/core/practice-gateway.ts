/** The built-in gateway behind the profiles of Practice. It starts when the first of them opens. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { StoryLanguage } from '#shared/contract/practice.ts';
import { profileError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Credentials } from '../gateway/create-gateway.ts';
import type { Log } from '../log/log.ts';
import type { SecretGuard } from '../log/secret-guard.ts';
import type { Sandbox } from '../sandbox/start-sandbox.ts';
import type { KeyStore } from '../services/profiles/keys.ts';
import { profileFolder, type ProfileFile } from '../services/profiles/profile-files.ts';
import type { createPracticeStory } from './story/practice-story.ts';

type Needs = {
  dataDir: string;
  /** The profiles that are known now. */
  profiles: readonly ProfileFile[];
  guard: SecretGuard;
  forgetRecipients: KeyStore['forgetRecipients'];
  log: Log;
  story: ReturnType<typeof createPracticeStory> | null;
  hasEnded: () => boolean;
  /** Several cores practise on one. */
  shared: SharedGateway | undefined;
};

/** The built-in gateway of several cores of one process: the core that practises first starts it, and ends it. */
export type SharedGateway = { of(start: () => Promise<Sandbox>): Promise<Sandbox> };

export function createSharedGateway(): SharedGateway {
  let started: Promise<Sandbox> | null = null;
  return {
    async of(start) {
      if (started) return { ...(await started), stop: async () => {} };
      started = start();
      // After a failure the next core tries again.
      started.catch(() => (started = null));
      const gateway = await started;
      const stop = () => {
        started = null;
        return gateway.stop();
      };
      return { ...gateway, stop };
    },
  };
}

export function createPracticeGateway(needs: Needs) {
  const { dataDir, profiles, guard, forgetRecipients, log, story, hasEnded, shared } = needs;
  const folder = join(dataDir, 'practice');
  let sandbox: Sandbox | null = null;

  const hasNobodyPractised = () =>
    !existsSync(folder) && !profiles.some(({ environment }) => environment === 'practice');
  const refuseAfterEnd = () => {
    if (hasEnded()) throw new Error('the core has ended');
  };
  async function stop(): Promise<void> {
    await sandbox?.stop();
    sandbox = null;
  }

  return {
    async start(language: StoryLanguage): Promise<Sandbox['live']> {
      refuseAfterEnd();
      if (sandbox) return sandbox.live;
      if (story && hasNobodyPractised())
        // Practice without its story is bare, which is better than no Practice.
        await story.begin(language).catch((error: unknown) => {
          log.error('story-not-told', { error: String(error) });
        });
      refuseAfterEnd();
      const start = async () => {
        const { startSandbox } = await import('../sandbox/start-sandbox.ts');
        return startSandbox({ dataDir: folder, growth: true, language });
      };
      sandbox = await (shared ? shared.of(start) : start());
      guard.guard(sandbox.live.secretKey);
      return sandbox.live;
    },
    credentials(): Result<Credentials, AppError> {
      if (!sandbox) return err(profileError('none-active'));
      const { secretKey, apiKey, paymentKey, transferKey } = sandbox.live;
      return ok({ secretKey, apiKey, paymentKey, transferKey });
    },
    controlUrl: () => sandbox?.controlUrl ?? null,
    /** Stops and deletes everything that was done in Practice. */
    async forget(profile: ProfileFile | null): Promise<void> {
      await stop();
      rmSync(folder, { recursive: true, force: true });
      if (!profile) return;
      rmSync(profileFolder(dataDir, profile.id), { recursive: true, force: true });
      const gone = await forgetRecipients(profile.keychainId);
      // What it sealed is deleted: a key that stays opens nothing.
      if (!gone.ok) log.error('recipients-key-not-forgotten', { code: gone.error.code });
    },
    stop,
  };
}
