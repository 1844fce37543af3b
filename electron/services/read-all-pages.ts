/** Reads every page of a gateway list, in order, until its end; bounded, so that a list without an end cannot hold us. */
import { isDeepStrictEqual } from 'node:util';
import { gatewayError, type GatewayError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { GatewayPage } from '../gateway/gateway.ts';

export const PAGE_SIZE = 500;
const MOST_PAGES = 10_000;

/**
 * `onPage` stores each page as it comes. After a page that is `enough` no other is asked for. Answers how many rows could not be
 * read safely.
 */
export async function readAllPages<P extends GatewayPage<unknown>>(
  readPage: (page: number, limit: number) => Promise<Result<P, GatewayError>>,
  onPage: (page: P) => Promise<void>,
  enough: () => boolean = () => false,
): Promise<Result<{ unreadable: number }, GatewayError>> {
  let unreadable = 0;
  let received = 0;
  let before: unknown[] = [];
  for (let number = 1; number <= MOST_PAGES; number += 1) {
    const page = await readPage(number, PAGE_SIZE);
    if (!page.ok) return page;
    const { rows, pages, total } = page.value;
    if (rows.length > 0 && isDeepStrictEqual(rows, before)) {
      // It does not turn pages. If it says that there is more, or may have cut the list, we have not seen all of it.
      const isWhole = pages === null && total === null && page.value.more !== true && rows.length < PAGE_SIZE;
      return isWhole
        ? ok({ unreadable })
        : err(gatewayError('bad-answer', { where: 'pagination', problem: 'the same page again' }));
    }
    before = rows;
    unreadable += page.value.unreadable;
    received += rows.length + page.value.unreadable;
    await onPage(page.value);
    const empty = rows.length + page.value.unreadable === 0;
    // Without a stated end only an empty page is the end: a gateway may serve fewer rows than were asked for.
    const isLast = pages !== null ? number >= pages : total !== null && received >= total;
    if (empty || isLast || enough()) return ok({ unreadable });
  }
  return err(gatewayError('bad-answer', { where: 'pagination', problem: 'no end' }));
}
