/** The working parts of the active profile, made when it opens and ended when it closes. */
import type { WithoutHeadOffice } from '#shared/domain/head-office.ts';
import { inputError, movementError, profileError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { noAnchor } from '../audit/anchor.ts';
import { openAudit, type AuditOptions, type AuditRecord } from '../audit/open-audit.ts';
import { DatabaseFailure, openDatabase, type Database, type ProfileDatabase } from '../database/client.ts';
import type { Notice, OpenReport } from '../database/protocol.ts';
import { REPLACED } from '../database/still-asked.ts';
import { storageErrorOf } from '../database/storage-error.ts';
import type { Log } from '../log/log.ts';
import { noRecipientSeal, type RecipientSeal } from '../services/transfers/index.ts';
import type { ProfileContext } from '../services/context.ts';
import { noMembership, type MembershipStore } from '../services/head-office/index.ts';
import { noAnswerStore, type AnswerStore } from '../services/answers/index.ts';
import { createMoneyStop, lookedAt } from './money-stop.ts';
import { createServices, stopServices, type ProfileServices } from './services.ts';

export type ProfileSession = ProfileServices &
  ReturnType<typeof lookedAt> & {
    readonly context: ProfileContext;
    /** Where its files are. */
    readonly folder: string;
    readonly report: OpenReport;
    /** Who did what in this profile; while it is broken no movement starts. */
    readonly audit: AuditRecord;
    stop(): Promise<void>;
  };

export type SessionOptions = {
  readonly folder: string;
  readonly workerUrl: URL;
  /** Where the worker that reads imported files is, if not beside the sources. */
  readonly statementWorkerUrl?: URL | undefined;
  /** Nobody relies on these files before the session has stopped. */
  readonly provisional?: boolean;
  readonly contextOf: (db: Database) => ProfileContext;
  readonly onNotice?: (notice: Notice) => void;
  readonly answers?: AnswerStore;
  /** Where the script of the head-office worker is, if it is not beside the sources. */
  readonly headOfficeWorkerUrl?: URL | undefined;
  readonly memberships?: MembershipStore;
  /** What an organisation lets movements do while head office is not reached. */
  readonly withoutHeadOffice?: () => WithoutHeadOffice;
  readonly recipientSeal?: RecipientSeal;
  readonly audit?: Pick<AuditOptions, 'anchors' | 'redact' | 'onBroken'>;
};

/** Runs one use case on the active profile; answers 'none-active' without one, and storage failures as errors. */
export type UseSession = <T>(use: (session: ProfileSession) => Promise<Result<T>>) => Promise<Result<T>>;

/** What is made one after another; the database may speak before all of it is there. */
type Parts = {
  context: ProfileContext | null;
  services: ProfileServices | null;
  audit: AuditRecord | null;
};

const besideTheSources = new URL('../statements/worker.ts', import.meta.url);
const headOfficeBesideThem = new URL('../head-office/worker.ts', import.meta.url);
const noAudit = { anchors: noAnchor, redact: (text: string) => text, onBroken: () => {} };

function logNotice(log: Log | undefined, { event, ...facts }: Notice): void {
  if (event === 'backup-made' || event === 'anchor-kept') log?.info(event, facts);
  else if (event === 'backup-failed' || event === 'anchor-failed') log?.warn(event, facts);
  else log?.error(event, facts);
}

const lastIncident = ({ checkByHand }: OpenReport) => {
  const incident = checkByHand?.incidents.at(-1);
  return { reason: incident?.reason, kept: incident?.kept, entries: incident?.entries.length };
};

const notOpened = (error: unknown, folder: string) =>
  err(storageErrorOf(error instanceof DatabaseFailure ? error.sqliteCode : 'UNEXPECTED', folder));

async function openFiles({ workerUrl, folder, onNotice, provisional = false }: SessionOptions, parts: Parts) {
  try {
    const opened = await openDatabase(
      workerUrl,
      folder,
      (notice) => {
        if (notice.event === 'journal-written') return parts.audit?.follow(notice);
        logNotice(parts.context?.log, notice);
        if (notice.event === 'imports-rebuilt') parts.context?.emit('import.changed', { importId: null });
        onNotice?.(notice);
      },
      provisional,
    );
    return ok(opened);
  } catch (error) {
    return notOpened(error, folder);
  }
}

/** Tells every event to reconciliation as well, which then runs again, and to head office, which tells how branches stand. */
function createContext({ contextOf }: SessionOptions, db: ProfileDatabase, parts: Parts): ProfileContext {
  const given = contextOf(db);
  return {
    ...given,
    emit: (event, payload) => {
      given.emit(event, payload);
      parts.services?.reconciliation.hear(event);
      parts.services?.headOffice.hear(event);
    },
  };
}

/** Opens the files, makes the services, and makes open operations safe before anything else may move. */
export async function openSession(options: SessionOptions): Promise<Result<ProfileSession, AppError>> {
  const { folder, workerUrl, statementWorkerUrl = besideTheSources, audit: auditOptions = noAudit } = options;
  const parts: Parts = { context: null, services: null, audit: null };
  const opened = await openFiles(options, parts);
  if (!opened.ok) return opened;
  const { database, report } = opened.value;
  const context = (parts.context = createContext(options, database, parts));
  const { log } = context;
  if (report.journal === 'restored') log.error('journal-restored', lastIncident(report));
  const answers = options.answers ?? (await noAnswerStore(context.clock));
  const {
    headOfficeWorkerUrl = headOfficeBesideThem,
    memberships = noMembership,
    withoutHeadOffice = () => 'own-terminals',
    recipientSeal = noRecipientSeal,
  } = options;
  const office = { headOfficeWorkerUrl, memberships, withoutHeadOffice };
  const place = { folder, workerUrl, statementWorkerUrl, answers, ...office, recipientSeal };
  const services = (parts.services = createServices(context, place, {
    record: (entry) => parts.audit?.record(entry) ?? Promise.resolve(false),
    isWhole: async () => (await parts.audit?.verify())?.verdict.ok ?? false,
  }));
  const { operations } = services;
  const money = createMoneyStop(services);
  const close = () => database.close();
  const stop = async () => {
    await stopServices(services);
    await (parts.audit ? parts.audit.stop(close) : close());
  };
  const onBroken: AuditOptions['onBroken'] = (broken) => {
    money.stop(broken);
    auditOptions.onBroken(broken);
  };
  try {
    const audit = (parts.audit = await openAudit({ ...context, db: database, ...auditOptions, onBroken }));
    // A record that does not fit may come with an older journal: nothing in it counts as never sent.
    const isBroken = audit.broken() !== null;
    await operations.recover(isBroken && !report.checkByHand);
    await services.headOffice.begin(isBroken || report.checkByHand !== null || report.journal === 'restored');
    const looked = lookedAt({ context, database, audit, operations, money });
    return ok({ context, folder, report, ...services, ...looked, audit, stop });
  } catch (error) {
    // Half recovered is not open: what could not be written now is made safe at the next opening, before anything moves.
    log.error('profile-not-recovered', { error: String(error) });
    await stop().catch((late: unknown) => log.error('profile-not-closed', { error: String(late) }));
    return notOpened(error, folder);
  }
}

export function createUseSession(current: () => ProfileSession | null): UseSession {
  return async (use) => {
    const session = current();
    if (!session) return err(profileError('none-active'));
    try {
      return await use(session);
    } catch (error) {
      if (!(error instanceof DatabaseFailure)) throw error;
      if (error.sqliteCode === REPLACED) return err(inputError('replaced'));
      session.context.log.error('storage-failed', { code: error.sqliteCode });
      if (error.sqliteCode === 'JOURNAL_UNCONFIRMED') return err(movementError('journal-blocked'));
      return err(storageErrorOf(error.sqliteCode, session.context.profileId));
    }
  };
}
