/** The working parts of the active profile, made when it opens and ended when it closes. */
import { DatabaseFailure, openDatabase } from './database/client.ts';
import { profileError, storageError, type AppError, type StorageError } from '#shared/errors/app-error.ts';
import { err, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from './core-context.ts';
import type { OpenReport } from './database/protocol.ts';
import {
  createInstantSettlementService,
  type InstantSettlementService,
} from './services/instant-settlement/index.ts';
import { createOperationService, type OperationService } from './services/operations/index.ts';
import { createSettlementService, type SettlementService } from './services/settlement/index.ts';
import { createTerminalService, type TerminalService } from './services/terminals/index.ts';

export type ProfileSession = {
  readonly context: ProfileContext;
  readonly report: OpenReport;
  readonly terminals: TerminalService;
  readonly settlement: SettlementService;
  readonly instantSettlement: InstantSettlementService;
  readonly operations: OperationService;
  stop(): Promise<void>;
};

/** Runs one use case on the active profile; answers 'none-active' without one, and storage failures as errors. */
export type UseSession = <T>(use: (session: ProfileSession) => Promise<Result<T>>) => Promise<Result<T>>;

/** What SQLite's code means to a person. */
export function storageErrorOf(code: string, file: string): StorageError {
  if (code === 'NEWER_VERSION') return storageError('newer-version', { file });
  if (code === 'JOURNAL_DAMAGED') return storageError('damaged', { file: 'journal.sqlite', kept: file });
  if (code.startsWith('SQLITE_FULL')) return storageError('disk-full', { file });
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN') || code === 'EACCES')
    return storageError('folder-not-writable', { file });
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return storageError('busy', { file });
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB')
    return storageError('damaged', { file, kept: file });
  return storageError('unexpected', { file, code });
}

/** Opens the files, makes the services, and makes open operations safe before anything else may move. */
export async function openSession(
  workerUrl: URL,
  folder: string,
  contextOf: (db: ProfileContext['db']) => ProfileContext,
): Promise<Result<ProfileSession, AppError>> {
  let opened: Awaited<ReturnType<typeof openDatabase>>;
  try {
    opened = await openDatabase(workerUrl, folder);
  } catch (error) {
    return err(storageErrorOf(error instanceof DatabaseFailure ? error.sqliteCode : 'UNEXPECTED', folder));
  }
  const context = contextOf(opened.database);
  const terminals = createTerminalService(context);
  const settlement = createSettlementService(context);
  const instantSettlement = createInstantSettlementService(context);
  const operations = createOperationService(context, { terminals, instantSettlement });
  await operations.recover();
  return {
    ok: true,
    value: {
      context,
      report: opened.report,
      terminals,
      settlement,
      instantSettlement,
      operations,
      stop: async () => {
        instantSettlement.stop();
        await Promise.all([terminals.stop(), settlement.stop(), operations.stop()]);
        await opened.database.close();
      },
    },
  };
}

export function createUseSession(current: () => ProfileSession | null): UseSession {
  return async (use) => {
    const session = current();
    if (!session) return err(profileError('none-active'));
    try {
      return await use(session);
    } catch (error) {
      if (!(error instanceof DatabaseFailure)) throw error;
      session.context.log.error('storage-failed', { code: error.sqliteCode });
      return err(storageErrorOf(error.sqliteCode, session.context.profileId));
    }
  };
}
