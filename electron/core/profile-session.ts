/** The working parts of the active profile, made when it opens and ended when it closes. */
import { DatabaseFailure, openDatabase } from '../database/client.ts';
import type { CheckByHand } from '../database/check-by-hand.ts';
import {
  inputError,
  keychainError,
  movementError,
  profileError,
  type AppError,
} from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from './context.ts';
import { noAnchor } from '../audit/anchor.ts';
import { openAudit, type AuditOptions, type AuditRecord, type Broken } from '../audit/open-audit.ts';
import { whenJournalIsWritten } from '../audit/when-journal-is-written.ts';
import type { Log } from '../log/log.ts';
import type { Notice, OpenReport } from '../database/protocol.ts';
import { storageErrorOf } from '../database/storage-error.ts';
import { reconciliationIn } from '../database/reconciliation-client.ts';
import { sheetsIn } from '../statements/sheet-client.ts';
import { createBridgeService, type BridgeService } from '../services/bridge/index.ts';
import { createClosingService, type ClosingService } from '../services/closing/index.ts';
import { createApprovalService, type ApprovalService } from '../services/approvals/index.ts';
import { createImportService, type ImportService } from '../services/imports/index.ts';
import {
  createInstantSettlementService,
  type InstantSettlementService,
} from '../services/instant-settlement/index.ts';
import { createFiguresService, type FiguresService } from '../services/figures/index.ts';
import { createOperationService, type OperationService } from '../services/operations/index.ts';
import { createReconciliationService, type ReconciliationService } from '../services/reconciliation/index.ts';
import { createSettlementService, type SettlementService } from '../services/settlement/index.ts';
import { createTodayService, type TodayService } from '../services/today/index.ts';
import { createTerminalService, type TerminalService } from '../services/terminals/index.ts';

export type ProfileSession = {
  readonly context: ProfileContext;
  /** Where its files are. */
  readonly folder: string;
  readonly report: OpenReport;
  readonly terminals: TerminalService;
  readonly settlement: SettlementService;
  readonly instantSettlement: InstantSettlementService;
  readonly operations: OperationService;
  readonly approvals: ApprovalService;
  readonly closing: ClosingService;
  readonly today: TodayService;
  readonly bridge: BridgeService;
  readonly imports: ImportService;
  readonly reconciliation: ReconciliationService;
  readonly figures: FiguresService;
  /** After a restored journal: movements answer `journal-blocked` until a person has confirmed what it lost. */
  readonly checkByHand: {
    /** Null when nothing waits to be confirmed. */
    list(): Promise<CheckByHand | null>;
    confirm(confirmation: { who: string; note: string }): Promise<Result<CheckByHand, AppError>>;
  };
  /** Who did what in this profile; while it is broken no movement starts. */
  readonly audit: AuditRecord;
  /** The break of the record that money is stopped for; null where it is not. */
  stoppedBy(): Broken | null;
  /** A person has looked at that break: the record is taken as it is, which it says itself, and money may move again. */
  acceptRecord(note: string): Promise<Result<null, AppError>>;
  stop(): Promise<void>;
};

/** Runs one use case on the active profile; answers 'none-active' without one, and storage failures as errors. */
export type UseSession = <T>(use: (session: ProfileSession) => Promise<Result<T>>) => Promise<Result<T>>;

function logNotice(log: Log | null, { event, ...facts }: Notice): void {
  if (event === 'backup-made' || event === 'anchor-kept') log?.info(event, facts);
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
  statementWorkerUrl = new URL('../statements/worker.ts', import.meta.url),
): Promise<Result<ProfileSession, AppError>> {
  let log: Log | null = null;
  let audit: AuditRecord | null = null;
  let reconciliation: ReconciliationService | null = null;
  let opened: Awaited<ReturnType<typeof openDatabase>>;
  let emit: ProfileContext['emit'] | null = null;
  try {
    opened = await openDatabase(workerUrl, folder, (notice) => {
      if (notice.event === 'entries-appended') return audit?.follow(notice);
      logNotice(log, notice);
      if (notice.event === 'imports-rebuilt') emit?.('import.changed', { importId: null });
      onNotice(notice);
    });
  } catch (error) {
    return err(storageErrorOf(error instanceof DatabaseFailure ? error.sqliteCode : 'UNEXPECTED', folder));
  }
  let stoppedBy: Broken | null = null;
  const given = contextOf(whenJournalIsWritten(opened.database, () => audit?.touch()));
  const context: ProfileContext = {
    ...given,
    emit: (event, payload) => {
      given.emit(event, payload);
      reconciliation?.hear(event);
    },
  };
  ({ log, emit } = context);
  const { report } = opened;
  if (report.journal === 'restored') log.error('journal-restored', lastIncident(report));
  const terminals = createTerminalService(context);
  const instantSettlement = createInstantSettlementService(context);
  const settlement = createSettlementService(context, {
    readEarlyPayouts: () => instantSettlement.refreshRequests(),
  });
  const approvals = createApprovalService(context, {
    record: (entry) => audit?.record(entry) ?? Promise.resolve(false),
    isWhole: async () => (await audit?.verify())?.verdict.ok ?? false,
  });
  const operations = createOperationService(context, { terminals, instantSettlement });
  const closing = createClosingService(context, { terminals });
  const today = createTodayService(context, { closing });
  const bridge = createBridgeService(context);
  const imports = createImportService(context, folder, statementWorkerUrl);
  reconciliation = createReconciliationService(
    context,
    reconciliationIn(workerUrl, folder),
    sheetsIn(statementWorkerUrl),
  );
  const figures = createFiguresService(context);
  const close = () => opened.database.close();
  const stop = async () => {
    instantSettlement.stop();
    closing.stop();
    const services = [terminals, settlement, operations, imports, reconciliation];
    await Promise.allSettled(services.map((service) => service?.stop()));
    await (audit ? audit.stop(close) : close());
  };
  const onBroken: AuditOptions['onBroken'] = (broken) => {
    stoppedBy = broken;
    operations.stopMoney(true);
    closing.stopNumbers(true);
    auditOptions.onBroken(broken);
  };
  let record: AuditRecord;
  try {
    record = audit = await openAudit({ ...context, db: opened.database, ...auditOptions, onBroken });
    // A record that does not fit may come with an older journal: nothing in it counts as never sent.
    await operations.recover(record.broken() !== null && !report.checkByHand);
  } catch (error) {
    // Half recovered is not open: what could not be written now is made safe at the next opening, before anything moves.
    log.error('profile-not-recovered', { error: String(error) });
    await stop().catch((late: unknown) => log?.error('profile-not-closed', { error: String(late) }));
    return err(storageErrorOf(error instanceof DatabaseFailure ? error.sqliteCode : 'UNEXPECTED', folder));
  }
  /** False while the record is broken all the same. */
  const accept = async (note: string): Promise<boolean> => {
    if (!stoppedBy) return true;
    if (!(await record.accept(note))) return false;
    stoppedBy = null;
    operations.stopMoney(false);
    closing.stopNumbers(false);
    return true;
  };
  /** What is being sent right now is not what was left open. */
  const recoverAll = async (): Promise<Result<null, AppError>> => {
    if (operations.inFlight() > 0) return err(profileError('movement-in-flight'));
    await operations.recover(true);
    return ok(null);
  };
  return {
    ok: true,
    value: {
      context,
      folder,
      report,
      terminals,
      settlement,
      instantSettlement,
      operations,
      approvals,
      closing,
      today,
      bridge,
      imports,
      reconciliation,
      figures,
      checkByHand: {
        list: () => opened.database.checkByHand(),
        confirm: async ({ who, note }) => {
          if (who.trim() === '' || note.trim() === '') return err(inputError('note-needed'));
          // First, and while money is still blocked: what it may have sent since is followed, never called unsent.
          const recovered = await recoverAll();
          if (!recovered.ok) return recovered;
          const atMs = context.clock.nowMs();
          const list = await opened.database.confirmCheckByHand({ who, note, atMs });
          log?.warn('journal-check-confirmed', { who });
          // The backup is older than the anchor: the person who confirms what it lost takes its record, too.
          await accept(note);
          const kept = list.incidents.map((incident) => incident.kept);
          const { profileId: target } = context;
          await record.record({ action: 'journal.checked', target, params: { note, kept }, outcome: 'ok' });
          return ok(list);
        },
      },
      audit: record,
      stoppedBy: () => stoppedBy,
      acceptRecord: async (note) => {
        // What the journal may have lost is looked up first, and its confirmation takes the record, too.
        if (await opened.database.checkByHand())
          return err(movementError('journal-blocked', { cause: 'restored' }));
        const recovered = await recoverAll();
        if (!recovered.ok) return recovered;
        if (await accept(note)) return ok(null);
        const still = record.broken();
        if (!still) return err(keychainError('refused'));
        return err(movementError('journal-blocked', { where: still.in, at: still.at, what: still.problem }));
      },
      stop,
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
