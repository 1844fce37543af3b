/** The sheet of one kind as the core has it, and a page of its rows. */
import { useCallback, useEffect, useState } from 'react';
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

type Page = OutputOf<'sheets.rows'>;
/** `version`: rows are read again when it changes. */
export function useRows(kind: SheetKind, filter: SheetFilter, version: string) {
  const [page, setPage] = useState<Page | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const read = useCallback(
    (cursor: string | null) => call('sheets.rows', { kind, filter, cursor }),
    [kind, filter],
  );
  useEffect(() => {
    let open = true;
    void read(null).then((answer) => {
      if (!open) return;
      setError(answer.ok ? null : answer.error);
      if (answer.ok) setPage(answer.value);
    });
    return () => {
      open = false;
    };
  }, [read, version]);
  const more = async () => {
    const answer = await read(page?.next ?? null);
    if (!answer.ok) return setError(answer.error);
    setPage({ rows: [...(page?.rows ?? []), ...answer.value.rows], next: answer.value.next });
  };
  return { rows: page?.rows ?? [], hasMore: (page?.next ?? null) !== null, error, more };
}

/** All rows that are wrong, page by page. */
export async function wrongRows(kind: SheetKind): Promise<SheetRow[] | AppError> {
  const rows: SheetRow[] = [];
  let cursor: string | null = null;
  do {
    const answer: Awaited<ReturnType<typeof call<'sheets.rows'>>> = await call('sheets.rows', {
      kind,
      filter: 'wrong',
      cursor,
      limit: 500,
    });
    if (!answer.ok) return answer.error;
    rows.push(...answer.value.rows);
    cursor = answer.value.next;
  } while (cursor !== null);
  return rows;
}
