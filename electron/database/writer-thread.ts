/** The thread that writes: opens the profile's files, then runs one procedure a message, in order. */
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { textOf } from '#shared/errors/text-of.ts';
import { createBackupSchedule, type BackupSchedule } from './backup-schedule.ts';
import { removeMark } from './closed-mark.ts';
import { confirmCheckByHand, unconfirmed } from './check-by-hand.ts';
import { copyingInMemory } from './copying-in-memory.ts';
import { handleDamage } from './damage-in-use.ts';
import { isWorthFolding } from './fold-log.ts';
import { keepStatements } from './keep-statements.ts';
import { moveAnchor } from './journal-anchor.ts';
import { assertMayWrite, stateOf, type MoneyGate } from './money-gate.ts';
import { codeOf, isCorruption } from './open-error.ts';
import { openProfileFiles, type OpenedFiles } from './open-profile-files.ts';
import { procedures } from './procedures.ts';
import { areClosedDue, settleCacheKinds, settlingClosed } from './settle-kinds.ts';
import { syncFile, syncFolder } from './sync-file.ts';
import type { Notice, WorkerRequest, WorkerResponse } from './protocol.ts';
import type { WriterTask } from './tasks.ts';
import { chainHead } from './verify-journal.ts';
import { keepGiving } from './z-numbers.ts';
import { headHash } from './repositories/audit.ts';
import type { ReadableDb, WritableFiles } from './db.ts';

type Open = {
  readonly opened: OpenedFiles;
  readonly gate: MoneyGate;
  readonly backups: BackupSchedule;
  readonly provisional: boolean;
  readonly openReaders: Int32Array;
  readonly post: (message: WorkerResponse) => void;
  readonly tell: (notice: Notice) => void;
  /** The journal was written, or another PC's closes were taken in, since kinds and pairs were decided. */
  areKindsDue: boolean;
  anchorFailed: boolean;
};

function openFiles({ folder, provisional, openReaders }: WriterTask, port: MessagePort): Open | null {
  const post = (message: WorkerResponse) => port.postMessage(message);
  const tell = (notice: Notice) => post({ kind: 'notice', notice });
  try {
    const opened = openProfileFiles(folder);
    if (provisional) hurry(opened);
    const gate = { unconfirmed: opened.report.checkByHand !== null, damaged: false };
    const backups = createBackupSchedule(opened.files.journal, opened.folder, tell);
    post({ kind: 'opened', report: opened.report, isCacheTrusted: opened.isCacheTrusted });
    const state = { areKindsDue: false, anchorFailed: false };
    return { opened, gate, backups, provisional, openReaders, post, tell, ...state };
  } catch (error) {
    post({ kind: 'not-opened', code: codeOf(error), message: textOf(error) });
    return null;
  }
}

/** Readers get so long to end their questions and close their files; a file that stays open can be put aside on some systems only. */
const READERS_CLOSE_MS = 5_000;

/** Damaged files are put aside while nobody else has them open. */
function mend({ opened, gate, openReaders, post, tell }: Open): void {
  post({ kind: 'hold-readers' });
  const latestMs = performance.now() + READERS_CLOSE_MS;
  for (let open = Atomics.load(openReaders, 0); open > 0; open = Atomics.load(openReaders, 0)) {
    const leftMs = latestMs - performance.now();
    if (leftMs <= 0) break;
    Atomics.wait(openReaders, 0, open, leftMs);
  }
  try {
    handleDamage(opened, gate, tell);
  } finally {
    post({ kind: 'resume-readers' });
  }
}

/** Nobody relies on these files before they are closed. */
function hurry({ files: { cache, journal, imports } }: OpenedFiles): void {
  for (const file of [cache, journal, imports]) file.pragma('synchronous = OFF');
  keepStatements(journal);
}

function close({ opened, backups, provisional }: Open): void {
  if (provisional) backups.written();
  backups.stop();
  opened.close();
  if (!provisional) return;
  // Nothing was synced while it was written: the next opening reads the cache whole.
  removeMark(join(opened.folder, 'cache.sqlite'));
  for (const name of ['cache', 'journal', 'imports']) syncFile(join(opened.folder, `${name}.sqlite`));
  syncFolder(opened.folder);
}

type IssuedZ = ReturnType<(typeof procedures)['closing.issue']['run']>;
const keepZ = ({ folder, files }: OpenedFiles, issued: IssuedZ) =>
  issued.ok && keepGiving(folder, files.journal, issued.value);

type Procedure = { mode: string; isSlice?: true; run: (db: never, args: never) => unknown };
const procedureOf = (name: string) => (procedures as Record<string, Procedure>)[name];

/** Told before the answer, so that whoever knew the head before knows the one after. `audit.append` answers its own. */
function writeJournal({ opened: { files }, tell }: Open, name: string, run: () => unknown): unknown {
  const { journal } = files;
  let after = '';
  let head = '';
  const done = journal
    .transaction(() => {
      after = headHash(journal as unknown as ReadableDb);
      const answer = settlingClosed(files, run);
      head = headHash(journal as unknown as ReadableDb);
      return answer;
    })
    .immediate();
  if (name !== 'audit.append') tell({ event: 'journal-written', after, head });
  return done;
}

function runProcedure(open: Open, name: string, args: unknown): unknown {
  const { opened, gate } = open;
  const procedure = procedureOf(name);
  if (!procedure) throw new Error(`no procedure ${name}`);
  assertMayWrite(gate, name, args);
  if (name === 'journal.gate') return stateOf(gate);
  const { files } = opened;
  settleDue(open);
  open.areKindsDue = procedure.mode === 'write-journal';
  const run = () => {
    const done = procedure.run(files as unknown as WritableFiles as never, args as never);
    if (name === 'closing.issue') keepZ(opened, done as IssuedZ);
    return done;
  };
  if (procedure.mode === 'write-cache') {
    const store = () => files.cache.transaction(run).immediate();
    const done = procedure.isSlice ? copyingInMemory(files.cache, store) : store();
    // Before it is answered: a comparison that begins then reads the files by itself.
    open.areKindsDue = areClosedDue(files);
    settleDue(open);
    return done;
  }
  if (procedure.mode === 'write-imports') return files.imports.transaction(run).immediate();
  if (procedure.mode === 'write-journal') return writeJournal(open, name, run);
  return run();
}

/** The write is committed and answered: nothing here can fail it any more. */
function afterJournalWrite(open: Open): void {
  const { opened, backups, provisional, tell } = open;
  if (provisional) return;
  try {
    moveAnchor(opened.folder, chainHead(opened.files.journal));
    if (open.anchorFailed) tell({ event: 'anchor-kept' });
    open.anchorFailed = false;
  } catch (error) {
    open.anchorFailed = true;
    tell({ event: 'anchor-failed', code: codeOf(error), message: textOf(error) });
  }
  backups.written();
}

/** After the answer. */
function afterCall(open: Open, mode: string | undefined): void {
  if (mode === 'write-journal') afterJournalWrite(open);
  if (mode === 'write-cache' && !open.provisional && isWorthFolding(open.opened.files.cache))
    open.post({ kind: 'fold-log' });
}

function checkByHand({ opened, gate }: Open, request: WorkerRequest & { kind: 'check-by-hand' }): unknown {
  const { folder } = opened;
  if (request.confirmation === null) return unconfirmed(folder);
  const list = confirmCheckByHand(folder, request.confirmation);
  gate.unconfirmed = false;
  return list;
}

function settleDue(open: Open): void {
  if (open.areKindsDue) settleCacheKinds(open.opened.files);
  open.areKindsDue = false;
}

function handle(open: Open, request: WorkerRequest): void {
  const begunMs = performance.now();
  const answer = (value: unknown) => {
    const heldMs = performance.now() - begunMs;
    open.post({ kind: 'answer', id: request.id, value, areKindsDue: open.areKindsDue, heldMs });
  };
  switch (request.kind) {
    case 'close':
      close(open);
      return answer(null);
    case 'check-by-hand':
      return answer(checkByHand(open, request));
    case 'settle':
      settleDue(open);
      return answer(null);
    case 'damage-seen':
      mend(open);
      return answer(null);
    case 'call':
      answer(runProcedure(open, request.name, request.args));
      afterCall(open, procedureOf(request.name)?.mode);
  }
}

/** This runs in the thread, until it is asked to close. */
export function write(task: WriterTask, port: MessagePort): void {
  const open = openFiles(task, port);
  if (!open) return port.close();
  port.on('message', (request: WorkerRequest) => {
    try {
      handle(open, request);
      // A thread whose files did not close takes no other task.
      if (request.kind === 'close') port.close();
    } catch (error) {
      const failed = { code: codeOf(error), message: textOf(error), areKindsDue: open.areKindsDue };
      open.post({ kind: 'failure', id: request.id, ...failed });
      if (isCorruption(error)) mend(open);
    }
  });
}
