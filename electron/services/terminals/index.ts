/** The use cases of terminals and their transactions. */
import type { InputOf, OutputOf, VerbsOf } from '#shared/contract/index.ts';
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';
import type { StoredTerminal } from '../../database/repositories/terminals.ts';
import { createReadAll } from './read-all.ts';
import { createTerminalReader, type TerminalRead } from './read-terminal.ts';
import { parseTerminalIds } from './terminal-ids.ts';
import { terminalView } from './terminal-view.ts';
import { describeRow } from './describe-row.ts';

export type { TerminalRead } from './read-terminal.ts';
export type TerminalService = ReturnType<typeof createTerminalService>;

export function createTerminalService(context: ProfileContext) {
  const listeners = new Set<(read: TerminalRead) => void>();
  const reader = createTerminalReader(context, (read) => {
    for (const listener of listeners) listener(read);
  });
  const views = createViews(context, reader);

  return {
    /** After each whole reading of a terminal; the returned function unsubscribes. */
    onRead(listener: (read: TerminalRead) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readTerminal: (terminalId: string) => reader.read(terminalId),
    ...createList(context, views),
    ...createReads(context, reader, views),
    ...createTransactions(context, views),
  };
}

type Reader = ReturnType<typeof createTerminalReader>;
type Views = ReturnType<typeof createViews>;

/** Terminals as the window sees them. */
function createViews({ db, clock }: ProfileContext, reader: Reader) {
  const viewOf = (stored: StoredTerminal) =>
    terminalView(stored, reader.isReading(stored.terminalId), clock.nowMs());
  return {
    viewOf,
    viewOrError: async (terminalId: string): Promise<Result<OutputOf<'terminals.update'>, AppError>> => {
      const stored = await db.call('terminals.get', terminalId);
      return stored ? ok(viewOf(stored)) : err(inputError('terminal-id-invalid', { terminalId }));
    },
  };
}

/** The list: the gateway's terminals, those that people typed, and their descriptions. */
function createList({ db, gateway, clock, emit }: ProfileContext, { viewOf, viewOrError }: Views) {
  const changed = (terminalIds: string[] | null) => emit('terminals.changed', { terminalIds });
  return {
    async list(): Promise<Result<OutputOf<'terminals.list'>>> {
      const { terminals, list } = await db.call('terminals.list', null);
      const { note, ...read } = list;
      const branches = new Map(
        terminals.flatMap((t) => (t.branchId ? [[t.branchId, t.branchName ?? t.branchId] as const] : [])),
      );
      return ok({
        terminals: terminals.map(viewOf),
        list: { ...read, hasList: note === null ? null : note === 'has-list' },
        branches: [...branches].map(([branchId, branchName]) => ({ branchId, branchName })),
      });
    },

    /** A gateway that answers 404 has no list (assumptions). People then type the ids, and nothing is lost. */
    async refreshList(): Promise<Result<OutputOf<'terminals.refreshList'>>> {
      const answer = await gateway.listTerminals();
      const hasList = answer.ok || answer.error.code !== 'not-offered';
      const atMs = clock.nowMs();
      if (answer.ok) await db.call('terminals.replaceList', { rows: answer.value, readAtMs: atMs });
      else if (!hasList) await db.call('terminals.noList', atMs);
      else await db.call('lists.failed', { name: 'terminals', error: answer.error, atMs });
      changed(null);
      if (!answer.ok && hasList) return answer;
      return ok({ found: answer.ok ? answer.value.length : 0, hasList });
    },

    async add({
      text,
      branchName = null,
    }: InputOf<'terminals.add'>): Promise<Result<OutputOf<'terminals.add'>>> {
      const { ids, rejected } = parseTerminalIds(text);
      const known = new Set(
        (await db.call('terminals.list', null)).terminals.map((terminal) => terminal.terminalId),
      );
      const added = ids.filter((id) => !known.has(id));
      if (added.length > 0)
        await db.call('terminals.addTyped', { ids: added, branchName: branchName || null });
      changed(null);
      return ok({ added, alreadyThere: ids.filter((id) => known.has(id)), rejected });
    },

    async update(input: InputOf<'terminals.update'>): Promise<Result<OutputOf<'terminals.update'>>> {
      const before = await viewOrError(input.terminalId);
      if (!before.ok) return before;
      const described = await db.call('terminals.describe', {
        ...input,
        label: input.label || null,
        branchName: input.branchName || null,
      });
      if (!described.ok) return described;
      changed([input.terminalId]);
      return viewOrError(input.terminalId);
    },

    async remove({ terminalId }: InputOf<'terminals.remove'>): Promise<Result<Record<string, never>>> {
      const count = await db.call('closing.unclosedCount', terminalId);
      if (count > 0) return err(inputError('terminal-has-rows', { terminalId, count }));
      await db.call('terminals.removeTyped', terminalId);
      changed(null);
      return ok({});
    },
  };
}

/** Reading transactions from the gateway: one terminal, or all of them. */
function createReads({ db, emit, log }: ProfileContext, reader: Reader, { viewOrError }: Views) {
  const readAll = createReadAll(emit, (terminalId, signal) => reader.read(terminalId, signal));
  return {
    async read({ terminalId }) {
      const known = await viewOrError(terminalId);
      if (!known.ok) return known;
      const read = await reader.read(terminalId);
      if (!read.ok) return read;
      const terminal = await viewOrError(terminalId);
      if (!terminal.ok) return terminal;
      return ok({ terminal: terminal.value, newRows: read.value.newRows, goneRows: read.value.goneRows });
    },

    /** Leaves out the terminals of other merchants, unless they are asked for by id. */
    async readAll({ terminalIds }) {
      const { terminals } = await db.call('terminals.list', null);
      const ours = terminals
        .filter((terminal) => terminal.lastError?.error.code !== 'foreign-terminal')
        .map((t) => t.terminalId);
      return ok(
        readAll.start(terminalIds ?? ours, (error) => log.error('read-all-failed', { error: String(error) })),
      );
    },
    cancelReadAll: async (): Promise<Result<Record<string, never>>> => {
      readAll.cancel();
      return ok({});
    },

    stop: () => readAll.stop(),
  } satisfies VerbsOf<'terminals'>;
}

/** The transactions of a terminal as they were last read. */
function createTransactions({ db, clock }: ProfileContext, { viewOf }: Views) {
  return {
    async page({ terminalId, filter, sort, cursor, limit, asker }) {
      const { rows, more } = await db.ask(
        'transactions.page',
        { terminalId, filter, sort, afterRowId: cursor, limit, nowMs: clock.nowMs() },
        { for: 'rows', asker },
      );
      return ok({ rows, next: more ? (rows.at(-1)?.rowId ?? null) : null });
    },

    async summary({ terminalId, filter, asker }) {
      const terminal = await db.ask('terminals.get', terminalId, { for: 'sums' });
      if (!terminal) return err(inputError('terminal-id-invalid', { terminalId }));
      const summary = await db.ask(
        'transactions.summary',
        { terminalId, filter, nowMs: clock.nowMs() },
        { for: 'sums', asker },
      );
      return ok({ terminal: viewOf(terminal), ...summary });
    },

    async detail({ rowId }) {
      const asking = { for: 'rows' } as const;
      const found = await db.ask('transactions.get', rowId, asking);
      if (!found) return err(inputError('invalid', { where: 'rowId' }));
      const operationIds = await db.ask('journal.opIdsOfRow', rowId, asking);
      return ok({ transaction: found.transaction, fields: describeRow(found.raw), operationIds });
    },
  } satisfies VerbsOf<'transactions'>;
}
