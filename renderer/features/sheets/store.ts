/** The sheet of one kind as the core has it, and a page of its rows. */
import { useEffect, useState } from 'react';
import type { OutputOf } from '#shared/contract/index.ts';
import type { Sheet, SheetRow, sheetFilters } from '#shared/contract/sheets.ts';
import type { SheetKind } from '#shared/domain/sheets.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';

export type SheetFilter = (typeof sheetFilters)[number];
type Got = { sheet: Sheet | null; error: AppError | null };

/** Null until it was asked. */
export function useSheet(kind: SheetKind): Got | null {
  const [got, setGot] = useState<Got | null>(null);
  useEffect(() => {
    let open = true;
    const load = async () => {
      const answer = await call('sheets.get', { kind });
      if (open) setGot(answer.ok ? { ...answer.value, error: null } : { sheet: null, error: answer.error });
    };
    void load();
    const end = on('sheets.changed', () => void load());
    return () => {
      open = false;
      end();
    };
  }, [kind]);
  return got;
}

/** What the gateway says of a row, in the language of the screen where it says it in both. */
export const saidOf = (said: SheetRow['theirs'][number], language: 'en' | 'ar'): string =>
  typeof said === 'string' ? said : (said[language] ?? said.en ?? said.ar ?? '');

type Page = OutputOf<'sheets.rows'>;
const PAGE_ROWS = 200;
const MOST_AT_ONCE = 500;

/** The first rows, at least `count` of them if there are so many. */
async function readRows(kind: SheetKind, filter: SheetFilter, count: number): Promise<Page | AppError> {
  const rows: SheetRow[] = [];
  let cursor: string | null = null;
  do {
    const limit = Math.min(MOST_AT_ONCE, count - rows.length);
    const answer: Awaited<ReturnType<typeof call<'sheets.rows'>>> = await call('sheets.rows', {
      kind,
      filter,
      cursor,
      limit,
    });
    if (!answer.ok) return answer.error;
    rows.push(...answer.value.rows);
    cursor = answer.value.next;
  } while (cursor !== null && rows.length < count);
  return { rows, next: cursor };
}

/** `version`: as many rows as are shown are read again when it changes. */
export function useRows(kind: SheetKind, filter: SheetFilter, version: string) {
  const [page, setPage] = useState<Page | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [wanted, setWanted] = useState({ filter, count: PAGE_ROWS });
  const count = wanted.filter === filter ? wanted.count : PAGE_ROWS;
  useEffect(() => {
    let isNewest = true;
    void readRows(kind, filter, count).then((read) => {
      if (!isNewest) return;
      if ('rows' in read) setPage(read);
      setError('rows' in read ? null : read);
    });
    return () => {
      isNewest = false;
    };
  }, [kind, filter, count, version]);
  const more = () => setWanted({ filter, count: count + PAGE_ROWS });
  return { rows: page?.rows ?? [], hasMore: (page?.next ?? null) !== null, error, more };
}

/** All rows that are wrong. */
export async function wrongRows(kind: SheetKind): Promise<SheetRow[] | AppError> {
  const read = await readRows(kind, 'wrong', Number.POSITIVE_INFINITY);
  return 'rows' in read ? read.rows : read;
}
