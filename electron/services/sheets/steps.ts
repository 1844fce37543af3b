/** One step of what is done with a sheet: the gateway looks at a part of it, saves one, or makes one link. */
import type { Made } from '#shared/contract/making.ts';
import type { NewLink } from '#shared/contract/bills.ts';
import type { SheetRowValue } from '#shared/contract/sheets.ts';
import { CHECKED_SHEET_LIVES_MS, type SheetKind } from '#shared/domain/sheets.ts';
import { gatewayError, type AppError, type InputError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { StoredSheetRow } from '../../database/repositories/sheets.ts';
import type { ProfileContext } from '../context.ts';
import type { Maker } from '../making/index.ts';
import { isOfOne } from '../one-by-one.ts';
import { writeXlsx } from '../reports/index.ts';
import { linkOf } from './rows.ts';
import type { customersMaker } from './customers-maker.ts';
import { attemptsOf, isUnsent } from './states.ts';

type Part = ReturnType<typeof customersMaker> extends Maker<infer P> ? P : never;
/** `sheetId`: of the sheet that the person saw. Nothing is done to another one. */
export type Step = { readonly sheetId: string } & (
  | { readonly do: 'check'; readonly rows: readonly StoredSheetRow[] }
  | { readonly do: 'save'; readonly part: number }
  | { readonly do: 'make'; readonly row: number }
);
export type Makers = {
  readonly makeLink: (link: NewLink, despiteDouble: boolean, creationId: string) => Promise<Result<Made>>;
  readonly savePart: (part: Part, despiteDouble: boolean, creationId: string) => Promise<Result<Made>>;
};

/** The gateway's names of the columns (§2.4, §2.6). */
const SENT_AS = {
  customers: ['name', 'phoneNumber', 'emailAddress'],
  links: ['customerName', 'totalAmount', 'currency', 'description', 'dueDate'],
} as const;

/** Texts only: a number would lose its zeros on the way. */
async function workbookOf(kind: SheetKind, rows: readonly StoredSheetRow[]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const columns = SENT_AS[kind].map((header) => ({ header, kind: 'text' as const }));
  const sheet = {
    name: kind,
    rtl: false,
    timeZone: 'UTC',
    columns,
    rows: rows.map(({ value }) => value.cells),
  };
  await writeXlsx([sheet], async (bytes) => void pieces.push(bytes));
  return Buffer.concat(pieces);
}

function createChecking({ db, gateway, clock }: ProfileContext, kind: SheetKind) {
  async function look(upload: { fileName: string; bytes: Uint8Array }) {
    if (kind === 'customers') return gateway.customers.upload(upload);
    const seen = await gateway.paymentLinks.import(upload);
    return seen.ok ? ok({ correlationId: null, rows: seen.value.rows }) : seen;
  }
  return async (sheetId: string, rows: readonly StoredSheetRow[]): Promise<AppError | null> => {
    if ((await db.call('sheets.head', kind))?.sheetId !== sheetId) return null;
    const atMs = clock.nowMs();
    const seen = await look({ fileName: `${kind}.xlsx`, bytes: await workbookOf(kind, rows) });
    if (!seen.ok) return seen.error;
    const { correlationId, rows: answered } = seen.value;
    // A row that it does not speak of was not looked at.
    if (answered.length !== rows.length) return gatewayError('bad-answer', { rows: answered.length });
    // In our sheet the first row under the header is 2. A row without a number is in its place.
    const errors = new Map(answered.map((one, place) => [one.row ?? place + 2, one.errors]));
    const said = rows.map(({ row }, place) => ({ row, theirs: errors.get(place + 2) ?? [] }));
    await db.call('sheets.checked', { kind, sheetId, correlationId, atMs, rows: said });
    return null;
  };
}

function createSaving(context: ProfileContext, { savePart }: Makers) {
  const { db, clock } = context;
  const kind = 'customers' as const;
  return async (sheetId: string, number: number): Promise<AppError | null> => {
    const head = await db.call('sheets.head', kind);
    if (head?.sheetId !== sheetId) return null;
    const part = (await db.call('sheets.parts', kind)).find((one) => one.part === number);
    const rows = await db.call('sheets.checkedRows', { kind, part: number });
    const [first, last] = [rows[0], rows.at(-1)];
    if (!part?.correlationId || !first || !last) return null;
    const attempts = await attemptsOf(context, sheetId);
    if (!isUnsent(attempts.of(number))) return null;
    const again = () => db.call('sheets.uncheck', { kind, part: number });
    if (part.checkedAtMs + CHECKED_SHEET_LIVES_MS <= clock.nowMs()) {
      await again();
      return null;
    }
    const people = rows.map(({ value: { cells } }) => ({ name: cells[0] ?? '', phone: cells[1] ?? '' }));
    const wanted = { fileName: head.fileName, from: first.row, to: last.row, people };
    const saved = await savePart(
      { ...wanted, correlationId: part.correlationId },
      true,
      attempts.nextId(number),
    );
    if (saved.ok || saved.error.code !== 'not-found') return saved.ok ? null : saved.error;
    // It has forgotten the part.
    await again();
    return null;
  };
}

const PROBLEM_IN = { amount: 'amount', customer: 'card', description: 'card', due: 'date-past' } as const;
/** Null: it is about no cell. */
function problemOf({ params }: InputError): SheetRowValue['problems'][number] | null {
  const column = (['amount', 'customer', 'description', 'due'] as const).find(
    (one) => one === params['field'],
  );
  return column === undefined ? null : { column, problem: PROBLEM_IN[column] };
}

function createMakingLinks(context: ProfileContext, { makeLink }: Makers) {
  const { db } = context;
  const kind = 'links' as const;
  return async (sheetId: string, number: number): Promise<AppError | null> => {
    const [head, row] = await Promise.all([
      db.call('sheets.head', kind),
      db.call('sheets.row', { kind, row: number }),
    ]);
    const link = row && linkOf(row.value.cells);
    if (head?.sheetId !== sheetId || !row || row.part === null || !link || !row.value.sends) return null;
    const attempts = await attemptsOf(context, sheetId);
    if (!isUnsent(attempts.of(number))) return null;
    const set = (part: Partial<StoredSheetRow['value']>) =>
      db.call('sheets.set', { kind, row: number, value: { ...row.value, ...part } });
    const made = await makeLink(link, row.value.doubt !== null, attempts.nextId(number));
    if (made.ok) {
      if (made.value.kind !== 'double') return null;
      const { key, name } = made.value.like;
      await set({ doubt: { like: 'listed', key: key ?? '', name }, sends: false });
      return null;
    }
    const { error } = made;
    const problem = error.kind === 'input' ? problemOf(error) : null;
    if (problem) await set({ problems: [problem] });
    else if (error.kind !== 'gateway' || !isOfOne(error)) return error;
    // Without words of its own the row is only refused.
    else if (error.messages?.en ?? error.messages?.ar) await set({ theirs: [error.messages ?? {}] });
    return null;
  };
}

/** Does one step. An error is one that ends all, or of a limit. */
export function createSteps(context: ProfileContext, kind: SheetKind, makers: Makers) {
  const check = createChecking(context, kind);
  const save = createSaving(context, makers);
  const make = createMakingLinks(context, makers);
  return (step: Step): Promise<AppError | null> => {
    switch (step.do) {
      case 'check':
        return check(step.sheetId, step.rows);
      case 'save':
        return save(step.sheetId, step.part);
      case 'make':
        return make(step.sheetId, step.row);
    }
  };
}
