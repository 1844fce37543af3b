/** The story of Practice, told by the real services: whatever the day of the week and the hour, it adds up. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { alwaysThere, type ProfileContext } from '#electron/services/context.ts';
import { openSession } from '#electron/core/profile-session.ts';
import { tellStory } from '#electron/core/story/tell-story.ts';
import { practiceCapabilities } from '#electron/gateway/capabilities.ts';
import { createGateway } from '#electron/gateway/create-gateway.ts';
import { loadEndpoints } from '#electron/gateway/endpoint-overrides.ts';
import { systemRandom } from '#electron/hosts/launch/system.ts';
import { startSandbox } from '#electron/sandbox/start-sandbox.ts';
import { exceptionTypes } from '#shared/domain/reconciliation.ts';
import { ok } from '#shared/errors/result.ts';
import { preparedWorkerUrl, statementWorkerUrl } from '../../workers.ts';
import { must } from '../services/operations/harness.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };
let dataDir = '';
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'closeout-story-'))));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function tell(nowMs: number, language: 'en' | 'ar') {
  const endpoints = must(await loadEndpoints(dataDir));
  const scenes: number[] = [];
  const told = await tellStory({
    folder: join(dataDir, 'profile'),
    language,
    nowMs,
    version: '9.9.9',
    log,
    databaseWorkerUrl: preparedWorkerUrl,
    statementWorkerUrl,
    startGateway: (clock) =>
      startSandbox({
        dataDir: join(dataDir, 'practice'),
        clock,
        practice: true,
        transactions: 0,
        historyDays: 0,
      }),
    clientFor: ({ live }, clock) =>
      createGateway({
        endpoints,
        dashboardUrl: live.dashboardUrl,
        checkoutUrl: live.checkoutUrl,
        credentials: async () => ok(live),
        clock,
        log,
        onOutcome: () => {},
        movementDeadlineMs: 600_000,
      }),
    onProgress: (done) => scenes.push(done),
    signal: new AbortController().signal,
  });
  return { told, scenes };
}

/** Opens the profile after its story was told. It needs no gateway any more. */
async function withProfile(nowMs: number, look: (session: Session) => Promise<void>): Promise<void> {
  const contextOf = (db: ProfileContext['db']): ProfileContext => ({
    profileId: 'practice-mid-7301-118',
    merchantId: 'MID-7301-118',
    version: '9.9.9',
    environment: 'practice',
    actor: () => 'Mona',
    seesExpected: () => true,
    seesContacts: () => true,
    presence: alwaysThere,
    clock: { nowMs: () => nowMs, after: () => () => {} },
    random: systemRandom,
    log,
    emit: () => {},
    db,
    gateway: {} as ProfileContext['gateway'],
    capabilities: practiceCapabilities,
  });
  const folder = join(dataDir, 'profile');
  const session = must(await openSession({ folder, workerUrl: preparedWorkerUrl, contextOf }));
  try {
    await look(session);
  } finally {
    await session.stop();
  }
}
type Session = Extract<Awaited<ReturnType<typeof openSession>>, { ok: true }>['value'];

const exceptionsOf = async ({ reconciliation }: Session) => {
  const { comparisons } = must(await reconciliation.overview());
  const all = comparisons.flatMap(({ exceptions }) => exceptions);
  return Object.fromEntries(
    exceptionTypes.map((type) => [
      type,
      all.filter((one) => one.type === type).reduce((sum, { count }) => sum + count, 0),
    ]),
  );
};

/** A test that a story told at this moment adds up. */
export const itAddsUp = (moment: string, nowMs: number): void =>
  it(`told on ${moment}, it closes fourteen days of three branches, and finds each kind of exception once`, async () => {
    const { told, scenes } = await tell(nowMs, 'ar');
    expect(told).toMatchObject({ language: 'ar', merchantId: 'MID-7301-118' });
    expect(scenes.length).toBeGreaterThan(90);
    await withProfile(nowMs, async (session) => {
      const history = must(await session.closing.history({ branchKey: null, cursor: null, limit: 200 }));
      expect(history.rows.filter(({ state }) => state === 'closed')).toHaveLength(42);
      expect(await exceptionsOf(session)).toEqual(
        Object.fromEntries(exceptionTypes.map((type) => [type, 1])),
      );
      const { windows } = must(await session.settlement.windows());
      const explained = windows.filter(({ bridge }) => bridge?.state === 'explained');
      expect(explained.length).toBeGreaterThanOrEqual(3);
      expect(session.audit.broken()).toBeNull();
      const { rows } = must(
        await session.operations.page({ scope: 'unknown', kind: null, cursor: null, limit: 10 }),
      );
      expect(rows.map(({ kind }) => kind)).toEqual(['reversal']);
    });
  }, 900_000);
