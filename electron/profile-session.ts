/** The working parts of the active profile, made when it opens and ended when it closes. */
import { DatabaseFailure, openDatabase } from './database/client.ts';
import type { CheckByHand } from './database/check-by-hand.ts';
import {
  inputError,
  movementError,
  profileError,
  storageError,
  type AppError,
  type StorageError,
} from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from './core-context.ts';
import { noAnchor } from './audit/anchor.ts';
import { openAudit, type AuditOptions, type AuditRecord } from './audit/open-audit.ts';
import { whenJournalIsWritten } from './audit/when-journal-is-written.ts';
import type { Log } from './log/log.ts';
import type { Notice, OpenReport } from './database/protocol.ts';
import { createClosingService, type ClosingService } from './services/closing/index.ts';
import { createApprovalService, type ApprovalService } from './services/approvals/index.ts';
import {
  createInstantSettlementService,
  type InstantSettlementService,
} from './services/instant-settlement/index.ts';
import { createOperationService, type OperationService } from './services/operations/index.ts';
import { createSettlementService, type SettlementService } from './services/settlement/index.ts';
import { createTodayService, type TodayService } from './services/today/index.ts';
import { createTerminalService, type TerminalService } from './services/terminals/index.ts';

export type ProfileSession = {
  readonly context: ProfileContext;
  readonly report: OpenReport;
  readonly terminals: TerminalService;
  readonly settlement: SettlementService;
  readonly instantSettlement: InstantSettlementService;
  readonly operations: OperationService;
  readonly approvals: ApprovalService;
  readonly closing: ClosingService;
  readonly today: TodayService;
  /** After a restored journal: movements answer `journal-blocked` until a person has confirmed what it lost. */
  readonly checkByHand: {
    /** Null when nothing waits to be confirmed. */
    list(): Promise<CheckByHand | null>;
    confirm(confirmation: { who: string; note: string }): Promise<Result<CheckByHand, AppError>>;
  };
  /** Who did what in this profile; while it is broken no movement starts. */
  readonly audit: AuditRecord;
  stop(): Promise<void>;
};

/** Runs one use case on the active profile; answers 'none-active' without one, and storage failures as errors. */
export type UseSession = <T>(use: (session: ProfileSession) => Promise<Result<T>>) => Promise<Result<T>>;

/** What SQLite's code means to a person. */
export function storageErrorOf(code: string, file: string): StorageError {
  if (code === 'NEWER_VERSION') return storageError('newer-version', { file });
  if (code === 'JOURNAL_DAMAGED') return storageError('damaged', { file: 'journal.sqlite', kept: file });
  if (code.startsWith('SQLITE_FULL') || code === 'ENOSPC') return storageError('disk-full', { file });
  if (
    code.startsWith('SQLITE_READONLY') ||
    code.startsWith('SQLITE_CANTOPEN') ||
    code === 'EACCES' ||
    code === 'EROFS'
  )
    return storageError('folder-not-writable', { file });
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return storageError('busy', { file });
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB')
    return storageError('damaged', { file, kept: file });
  return storageError('unexpected', { file, code });
}

function logNotice(log: Log | null, { event, ...facts }: Notice): void {
  if (event === 'backup-made') log?.info(event, facts);
  else if (event === 'backup-failed' || event === 'anchor-failed') log?.warn(event, facts);
  else log?.error(event, facts);
}

const lastIncident = ({ checkByHand }: OpenReport) => {
  const incident = checkByHand?.incidents.at(-1);
  return { reason: incident?.reason, kept: incident?.kept, entries: incident?.entries.length };
};

const noAuditOptions = { anchors: noAnchor, redact: (text: string) => text, onBroken: () => {} };

/** Opens the files, makes the services, and makes open operations safe before anything else may move. */
export async function openSession(
  workerUrl: URL,
  folder: string,
  contextOf: (db: ProfileContext['db']) => ProfileContext,
  onNotice: (notice: Notice) => void = () => {},
  auditOptions: Pick<AuditOptions, 'anchors' | 'redact' | 'onBroken'> = noAuditOptions,
): Promise<Result<ProfileSession, AppError>> {
  let log: Log | null = null;
  let opened: Awaited<ReturnType<typeof openDatabase>>;
  try {
    opened = await openDatabase(workerUrl, folder, (notice) => {
      logNotice(log, notice);
      onNotice(notice);
    });
  } catch (error) {
    return err(storageErrorOf(error instanceof DatabaseFailure ? error.sqliteCode : 'UNEXPECTED', folder));
  }
  let audit: AuditRecord | null = null;
  const context = contextOf(whenJournalIsWritten(opened.database, () => audit?.touch()));
  log = context.log;
  const { report } = opened;
  if (report.journal === 'restored') log.error('journal-restored', lastIncident(report));
  const terminals = createTerminalService(context);
  const settlement = createSettlementService(context);
  const instantSettlement = createInstantSettlementService(context);
  const approvals = createApprovalService(context, (entry) => void audit?.record(entry));
  const operations = createOperationService(context, { terminals, instantSettlement });
  const closing = createClosingService(context, { terminals });
  const today = createTodayService(context, { closing });
  try {
    const onBroken: AuditOptions['onBroken'] = (broken) => {
      operations.stopMoney(true);
      auditOptions.onBroken(broken);
    };
    audit = await openAudit({ ...context, db: opened.database, ...auditOptions, onBroken });
  } catch (error) {
    await opened.database.close();
    return err(storageErrorOf(error instanceof DatabaseFailure ? error.sqliteCode : 'UNEXPECTED', folder));
  }
  const record = audit;
  await operations.recover();
  return {
    ok: true,
    value: {
      context,
      report,
      terminals,
      settlement,
      instantSettlement,
      operations,
      approvals,
      closing,
      today,
      checkByHand: {
        list: () => opened.database.checkByHand(),
        confirm: async ({ who, note }) => {
          if (who.trim() === '' || note.trim() === '') return err(inputError('note-needed'));
          const atMs = context.clock.nowMs();
          const list = await opened.database.confirmCheckByHand({ who, note, atMs });
          log?.warn('journal-check-confirmed', { who });
          // The backup is older than the anchor: the person who confirms what it lost takes its record, too.
          if (record.broken() && (await record.accept(note))) operations.stopMoney(false);
          // What waited for this: open operations are made safe now, as at every opening.
          await operations.recover(true);
          return ok(list);
        },
      },
      audit: record,
      stop: async () => {
        instantSettlement.stop();
        closing.stop();
        await Promise.all([terminals.stop(), settlement.stop(), operations.stop()]);
        await record.stop();
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
      if (error.sqliteCode === 'JOURNAL_UNCONFIRMED') return err(movementError('journal-blocked'));
      return err(storageErrorOf(error.sqliteCode, session.context.profileId));
    }
  };
}
