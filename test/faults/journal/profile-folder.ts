/** A profile's folder with operations, a backup in the middle, and more operations after it. */
import { cpSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperationState } from '#shared/domain/operation.ts';
import { backUpJournal } from '#electron/database/back-up-journal.ts';
import type { WritableFiles } from '#electron/database/db.ts';
import { moveAnchor } from '#electron/database/journal-anchor.ts';
import { openProfileFiles, type OpenedFiles } from '#electron/database/open-profile-files.ts';
import {
  operationProcedures,
  type NewOperation,
} from '#electron/database/repositories/journal/operations.ts';
import { chainHead } from '#electron/database/verify-journal.ts';

const NOTE =
  `The customer came back with both slips: the till had printed nothing at the first try, so the card was put in again and
the sale went through twice. The first slip came out when the paper was changed. Both have the same amount and are two minutes
apart; the second one has the lower reference. The customer keeps the goods and the first slip, and we keep the second one in the
folder of the day. Nour looked the pair up in the portal before asking for the reversal. The bank may show it to the customer as
two lines for some days; we have said so. The manager on duty was told by phone.`.replaceAll('\n', ' ');

export const newFolder = (name: string) => mkdtempSync(join(tmpdir(), `closeout-${name}-`));
export const idOf = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const shaOf = (path: string) =>
  existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'missing';

export const newOperation = (n: number): NewOperation => ({
  opId: idOf(n),
  kind: 'reversal',
  subjectKey: `live:MID-1:rev:order-${n}`,
  environment: 'live',
  merchantId: 'MID-1',
  terminalId: 'T1',
  orderId: `order-${n}`,
  refNumber: `ref-${n}`,
  totals: [{ count: 1, amount: { minor: 1_050n, currency: 'EGP' } }],
  actor: 'mona',
  reason: 'duplicate',
  // Long: it must not fit into one page of the file beside others.
  note: NOTE,
  method: 'PUT',
  url: `https://gateway.example/v3/payment/reversal/order-${n}`,
  body: new TextEncoder().encode('{"apiOperation":"REVERSAL"}'),
  bodySha256: 'aa',
  keyFingerprint: 'bb',
  evidenceBefore: { readAtMs: 1, listedRowIds: ['r1'], saleRowId: 'r1', snapshotId: null, requestIds: [] },
  rowIds: [`r${n}`],
  atMs: Date.now(),
});

/** What the worker does with a write: one transaction, then the anchor. */
function write(opened: OpenedFiles, run: (files: WritableFiles) => unknown): void {
  opened.files.journal.transaction(() => run(opened.files as unknown as WritableFiles)).immediate();
  moveAnchor(opened.folder, chainHead(opened.files.journal));
}
export const create = (opened: OpenedFiles, n: number) =>
  write(opened, (files) => operationProcedures['journal.create'].run(files, newOperation(n)));
export const become = (opened: OpenedFiles, n: number, to: OperationState) =>
  write(opened, (files) =>
    operationProcedures['journal.change'].run(files, {
      opId: idOf(n),
      code: 'read',
      to,
      params: {},
      patch: {},
      atMs: Date.now(),
    }),
  );

export const EARLIER = 12;
/** Not in the backup. */
export const LATER = [13, 14, 15];
/** In the backup, and changed since. */
export const CHANGED = 3;

export type Template = { closed: string; crashed: string };

/** The same profile twice: closed as a quit does, and as a crash leaves it, with its logs. */
export function makeTemplate(): Template {
  const closed = newFolder('closed');
  const crashed = newFolder('crashed');
  let opened = openProfileFiles(closed);
  for (let n = 1; n <= EARLIER; n += 1) {
    create(opened, n);
    become(opened, n, 'SENDING');
    become(opened, n, n % 4 === 3 ? 'UNKNOWN' : 'SUCCEEDED');
  }
  backUpJournal(opened.files.journal, closed);
  for (let n = 0; n < 60; n += 1) terminalRow(opened, n);
  opened.close();
  opened = openProfileFiles(closed);
  for (const n of LATER) create(opened, n);
  become(opened, CHANGED, 'CHECKING');
  for (let n = 60; n < 90; n += 1) terminalRow(opened, n);
  cpSync(closed, crashed, { recursive: true });
  opened.close();
  return { closed, crashed };
}
function terminalRow({ files }: OpenedFiles, n: number): void {
  files.cache
    .prepare(`INSERT INTO terminal (terminal_id, value) VALUES (?, ?)`)
    .run(`T${n}`, JSON.stringify({ terminalId: `T${n}`, label: `Till ${n}`, raw: 'z'.repeat(700) }));
}

export function copyOf(template: string): string {
  const folder = newFolder('case');
  cpSync(template, folder, { recursive: true });
  return folder;
}
