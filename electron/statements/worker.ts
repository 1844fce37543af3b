/** The worker that reads one uploaded file: parsing never runs on the main thread, and its memory has a bound of its own. */
import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import type { ImportPreviewRow } from '#shared/contract/import-file.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { storageErrorOf } from '../database/storage-error.ts';
import { bytesOf } from './decode.ts';
import { inspectFile } from './inspect.ts';
import { previewFile } from './preview.ts';
import type {
  LinesPage,
  PreviewPage,
  ReaderAnswer,
  ReaderData,
  ReaderMessage,
  ReaderRequest,
} from './protocol.ts';
import { isSheet, workOnSheet } from './sheet-thread.ts';
import { Stage, type StagedRow } from './stage.ts';
import { StatementError } from './statement-error.ts';

const port = parentPort;
if (!port) throw new Error('statements/worker.ts runs as a worker thread only');
const post = (message: ReaderMessage) => port.postMessage(message);
const { path, stagePath, thisYear } = workerData as ReaderData;

const SHOWN = 200;
const progress = (rows: number) => post({ kind: 'progress', rows });

let file: { sha256: string; size: number } | null = null;
function weigh(): { sha256: string; size: number } {
  const sha256 = createHash('sha256');
  let size = 0;
  for (const bytes of bytesOf(path)) {
    sha256.update(bytes);
    size += bytes.length;
  }
  return { sha256: sha256.digest('hex'), size };
}

let asked = 0;
const questions = new Map<number, (known: boolean[]) => void>();
const isKnown = (keys: string[]): Promise<boolean[]> =>
  new Promise((resolve) => {
    asked += 1;
    questions.set(asked, resolve);
    post({ kind: 'keys', id: asked, keys });
  });

let stage: Stage | null = null;
const staged = (): Stage => {
  if (!stage) throw new StatementError('preview-gone');
  return stage;
};

/** Cells of a table are an array, fields of a bank format an object. */
function cellsOf(raw: string): string[] {
  const cells: unknown = JSON.parse(raw);
  return Array.isArray(cells) ? cells.map((cell) => String(cell).slice(0, SHOWN)) : [];
}

function viewOf({ row, state, reason, line, problems, raw }: StagedRow): ImportPreviewRow {
  return {
    row,
    state,
    reason,
    line: line && {
      lineNo: row,
      bookedOn: line.bookedOn,
      valueOn: line.valueOn,
      amount: { minor: BigInt(line.minor), currency: line.currency },
      reference: line.reference,
      orderId: line.orderId,
      description: line.description,
      counterparty: line.counterparty,
      account: line.account,
    },
    problems: [...problems],
    cells: cellsOf(raw),
  };
}

function page(request: ReaderRequest & { kind: 'page' }): PreviewPage {
  const { rows, next } = staged().page(request.filter, request.after, request.limit);
  return { rows: rows.map(viewOf), next };
}
function lines(request: ReaderRequest & { kind: 'lines' }): LinesPage {
  const { rows, next } = staged().page('good', request.after, request.limit);
  const text = rows
    .map(({ row, key, line, raw, more }) => JSON.stringify({ row, key, line, raw, more }))
    .join('\n');
  return { text, count: rows.length, next };
}

const textOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));
/** The error of the file, or of its disk; null means a bug. */
function told(error: unknown): AppError | null {
  if (error instanceof StatementError) return error.error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return /^E[A-Z]+$/.test(code) ? storageErrorOf(code, path) : null;
}

async function run(request: Exclude<ReaderRequest, { kind: 'known' }>): Promise<ReaderAnswer> {
  switch (request.kind) {
    case 'inspect':
      file ??= weigh();
      return { ...file, ...(await inspectFile(path, request.reading, thisYear, progress)) };
    case 'preview': {
      file ??= weigh();
      stage?.close();
      stage = null;
      const next = new Stage(stagePath);
      try {
        const found = await previewFile(path, next, request.input, thisYear, isKnown, progress);
        stage = next;
        return { ...found, sha256: file.sha256 };
      } catch (error) {
        next.close();
        throw error;
      }
    }
    case 'page':
      return page(request);
    case 'lines':
      return lines(request);
  }
}

/** Without an answer the thread ends, and that is the answer. */
if (isSheet(workerData))
  workOnSheet(workerData).then(
    (rows) => port.postMessage(rows),
    () => {},
  );
else
  port.on('message', (request: ReaderRequest) => {
    if (request.kind === 'known') {
      questions.get(request.id)?.(request.known);
      questions.delete(request.id);
      return;
    }
    const { id } = request;
    run(request).then(
      (value) => post({ kind: 'answer', id, value }),
      (error: unknown) => post({ kind: 'failure', id, error: told(error), message: textOf(error) }),
    );
  });
