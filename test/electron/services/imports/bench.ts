/** A profile's real files and workers, without a gateway: imports never ask it for anything. */
import { mkdtemp, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ParsedInputOf } from '#shared/contract/index.ts';
import type { ImportInspection, ImportMapping, ImportPreview } from '#shared/contract/import-file.ts';
import { alwaysThere, type ProfileContext } from '#electron/services/context.ts';
import { openSession, type ProfileSession } from '#electron/core/profile-session.ts';
import { testClock } from '../../sandbox/gateway.ts';
import { must } from '../operations/harness.ts';
import { preparedWorkerUrl, statementWorkerUrl } from '../../../workers.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
export const START_MS = Date.UTC(2026, 3, 1, 9);

export type ImportBench = {
  readonly folder: string;
  session(): ProfileSession;
  /** Ends the session, changes something, and opens the same files again. */
  restart(between?: (folder: string) => void): Promise<void>;
  readonly events: { event: string; payload: unknown }[];
};

export async function withImports(use: (bench: ImportBench) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'closeout-imports-'));
  const events: ImportBench['events'] = [];
  const clock = testClock(START_MS);
  const open = async () =>
    must(
      await openSession({
        folder,
        workerUrl: preparedWorkerUrl,
        statementWorkerUrl,
        contextOf: (db) => ({
          profileId: 'profile-1',
          merchantId: 'MID-1',
          version: '0.1.0',
          environment: 'live',
          actor: () => 'mona',
          seesExpected: () => true,
          seesContacts: () => true,
          presence: alwaysThere,
          clock,
          random: { bytes: (count) => new Uint8Array(randomBytes(count)) },
          log: silent,
          emit: (event, payload) => void events.push({ event, payload }),
          db,
          gateway: null as unknown as ProfileContext['gateway'],
          capabilities: null as unknown as ProfileContext['capabilities'],
        }),
      }),
    );
  let session = await open();
  try {
    await use({
      folder,
      events,
      session: () => session,
      restart: async (between) => {
        await session.stop();
        between?.(folder);
        session = await open();
      },
    });
  } finally {
    await session.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whatever has a profile that is open: this bench, or a shop. */
type AnySession = Pick<ImportBench, 'session'>;
const CHUNK = 100_000;

export async function upload(bench: AnySession, fileName: string, bytes: Uint8Array): Promise<string> {
  const { imports } = bench.session();
  const { uploadId } = must(await imports.begin({ fileName, size: bytes.length }));
  for (let at = 0; at < bytes.length; at += CHUNK)
    must(
      await imports.chunk({
        uploadId,
        at,
        base64: Buffer.from(bytes.subarray(at, at + CHUNK)).toString('base64'),
      }),
    );
  return uploadId;
}

export const unread = { encoding: null, delimiter: null, sheet: null, headerRow: null };
export const inspected = async (bench: AnySession, uploadId: string): Promise<ImportInspection> =>
  must(await bench.session().imports.inspect({ uploadId, reading: unread }));

/** The mapping as it was guessed; EGP where no currency is said. */
export function mappingOf({ table }: ImportInspection): ImportMapping | null {
  if (!table) return null;
  const { bookedOn, amount, currency, rest } = table.guess;
  if (bookedOn === null || amount === null) throw new Error('not guessed');
  return { ...rest, bookedOn, amount, currency: currency ?? { kind: 'fixed', code: 'EGP' } };
}

type Source = ParsedInputOf<'import.preview'>['source'];
export async function previewed(
  bench: AnySession,
  fileName: string,
  bytes: Uint8Array,
  source: Source,
  kind: 'bank' | 'pos' = 'bank',
  twins: 'join' | 'keep' | null = null,
): Promise<ImportPreview> {
  const uploadId = await upload(bench, fileName, bytes);
  const inspection = await inspected(bench, uploadId);
  const reading = inspection.table?.reading ?? null;
  const mapping = mappingOf(inspection);
  return must(
    await bench
      .session()
      .imports.preview({ uploadId, kind, source, reading, mapping, columnsConfirmed: true, twins }),
  );
}

export const confirmed = async (bench: AnySession, { uploadId, previewId, counts }: ImportPreview) =>
  bench.session().imports.confirm({ uploadId, previewId, leaveOutBad: counts.bad });
